import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sealContext } from '#src/accounts/step-up/second-factor.ts'
import { minuteMs } from '#src/contract/time.ts'
import { assertRing, markRing } from '#src/keys/key/ring.ts'
import { createKeyring, newRing, sandboxRing } from '#src/platform/data-dir/keyring.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { audited, tapewire } from '#test/fixtures/tapewire.ts'
import { readRing, ringLine } from './ring-state.ts'
import { resealInBackground, retireKey, rotateRing } from './rotation.ts'

const cli = { kind: 'operator-cli' } as const

test('a key ring that has a different key under an existing key number is refused with instructions', async () => {
  await using ctx = await testPlatform()
  await keyOnPlan(ctx, 'stock-us-base')
  await assertRing(ctx)
  expect(await ringLine(ctx)).toBe('key 1')
  const wrong = { ...ctx, keyring: createKeyring(newRing()) }
  await expect(assertRing(wrong)).rejects.toThrow(
    /keyring is not the key ring of this database: its key 1 does not open .* with a higher number, 2:…/,
  )
})

test('a key ring of another database is recognised by a check value and refused, even if this database has no secrets', async () => {
  await using ctx = await testPlatform()
  await markRing(ctx.postgres.db, ctx.keyring, 0)
  await assertRing(ctx)
  const wrong = { ...ctx, keyring: createKeyring(newRing()) }
  await markRing(ctx.postgres.db, wrong.keyring, 0)
  await expect(assertRing(wrong)).rejects.toThrow('keyring is not the key ring of this database: its key 1')
  const longer = { ...ctx, keyring: createKeyring(`${ctx.keyring.ring()},${newRing().replace('1:', '2:')}`) }
  await markRing(ctx.postgres.db, longer.keyring, 0)
  await assertRing(longer)
})

test('a process starts even if its key ring lacks the key of stored secrets, and the doctor counts those secrets', async () => {
  await using ctx = await testPlatform()
  await keyOnPlan(ctx, 'stock-us-base')
  const later = { ...ctx, keyring: createKeyring(newRing().replace('1:', '2:')) }
  await assertRing(later)
  await expect(ringLine(later)).rejects.toThrow(/^\d+ secrets need key 1, which is not in the ring/)
})

test('after two key rotations and a restart, all secrets are sealed with the newest key, and the unused keys can be retired', async () => {
  await using ctx = await testPlatform({ mail: 'smtp', clickhouse: false })
  const { dataDir } = ctx.settings
  const { keyId } = await keyOnPlan(ctx, 'stock-us-base')
  const person = await testAccount(ctx, 'app@example.com')
  const sealed = ctx.keyring.seal('SECRET', sealContext(person.actor.accountId))
  await sql`update account set totp_sealed = ${sealed} where id = ${person.actor.accountId}`.execute(ctx.postgres.db)
  const before = await readRing(ctx)
  expect(before).toMatchObject({ seals: 1, waiting: 0, retirable: [], rotation: null })
  expect(await rotateRing(ctx, cli)).toBe(2)
  expect(await rotateRing(ctx, cli)).toBe(3)
  const secrets = before.keys[0]?.sealed ?? 0
  expect(secrets).toBeGreaterThan(2)
  expect(await readRing(ctx)).toMatchObject({ seals: 3, waiting: secrets, retirable: [] })
  expect(await ringLine(ctx)).toContain(`${secrets} secrets are being sealed again`)
  const restarted = { ...ctx, keyring: createKeyring(sandboxRing(dataDir), ctx.clock) }
  {
    await using _rotation = await resealInBackground(restarted)
    await expect.poll(async () => (await readRing(restarted)).rotation?.finishedAt ?? null).not.toBeNull()
  }
  expect(await readRing(restarted)).toMatchObject({ waiting: 0, rotation: { version: 3, done: secrets } })
  const { rows } = await sql<{ totp_sealed: string; secret_sealed: string }>`
    select totp_sealed, secret_sealed from account a, api_key k
    where a.id = ${person.actor.accountId} and k.id = ${keyId}`.execute(ctx.postgres.db)
  expect(rows.flatMap((row) => Object.values(row).map((text) => text.slice(0, 3)))).toEqual(['v3.', 'v3.'])
  expect(restarted.keyring.open(rows[0]?.totp_sealed ?? '', sealContext(person.actor.accountId))).toBe('SECRET')
  await expect(retireKey(restarted, cli, 2)).rejects.toMatchObject({ error: 'conflict' })
  await retireKey(restarted, cli, 1)
  await ctx.clock.advance(10 * minuteMs)
  await retireKey(restarted, cli, 2)
  expect(createKeyring(sandboxRing(dataDir)).versions).toEqual([3])
  expect(await audited(ctx, 'keyring.rotate')).toHaveLength(2)
})

test('if the setting KEYRING contains the key ring, the command “keyring rotate” only prints the text to append to the setting', async () => {
  await using ctx = await testPlatform({ settings: { KEYRING: newRing() } })
  await expect(rotateRing(ctx, cli)).rejects.toMatchObject({ error: 'keyring_from_setting' })
  expect(await tapewire(ctx, 'keyring', 'rotate')).toMatch(/Append this to KEYRING .*\n,2:[A-Za-z0-9+/]{43}=$/s)
})

test('dry runs of a key rotation, of resealing and of a key retirement change no key and no secret', async () => {
  await using ctx = await testPlatform({ clickhouse: false })
  await keyOnPlan(ctx, 'stock-us-base')
  const before = [await readRing(ctx), sandboxRing(ctx.settings.dataDir)]
  const output = await tapewire(ctx, 'keyring', 'rotate', '--dry-run')
  expect(output).toMatch(/^Key 2 would seal from now on, and [1-9]\d* older secrets would be sealed again\.$/)
  expect([await readRing(ctx), sandboxRing(ctx.settings.dataDir)]).toEqual(before)
  await rotateRing(ctx, cli)
  const rotated = await readRing(ctx)
  expect(await tapewire(ctx, 'keyring', 'reseal', '--dry-run')).toMatch(
    /^[1-9]\d* secrets would be sealed again by key 2\.$/,
  )
  await expect(tapewire(ctx, 'keyring', 'retire', '1', '--dry-run')).rejects.toThrow('Key 1 is still needed by')
  expect(await readRing(ctx)).toEqual(rotated)
  expect(await audited(ctx, 'keyring.reseal')).toEqual([])
})

test('two rotations at once, by processes that read the same ring, lose no key of the ring', async () => {
  await using ctx = await testPlatform({ clickhouse: false })
  const { dataDir } = ctx.settings
  const stale = { ...ctx, keyring: createKeyring(ctx.keyring.ring(), ctx.clock) }
  await Promise.all([rotateRing(ctx, cli), rotateRing(stale, cli)])
  expect(createKeyring(sandboxRing(dataDir)).versions).toEqual([1, 2, 3])
  await assertRing({ ...ctx, keyring: createKeyring(sandboxRing(dataDir)) })
  expect(await audited(ctx, 'keyring.rotate')).toMatchObject([{ detail: { version: 2 } }, { detail: { version: 3 } }])
})
