import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { issueChallenge, requireBotCheck } from '#src/accounts/factors/bot-check.ts'
import { mailCode, spendCode } from '#src/accounts/factors/codes.ts'
import { sealedCode, spendRecoveryCode } from '#src/accounts/step-up/recovery-codes.ts'
import { minuteMs } from '#src/contract/time.ts'
import { createSearchToken, readSearchToken } from '#src/keys/check/search-token.ts'
import { verifyKey } from '#src/keys/check/verify.ts'
import { createKeyring, macOf, sandboxRing } from '#src/platform/data-dir/keyring.ts'
import type { Keyring } from '#src/platform/platform.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { quickRandom, siteApi } from '#test/fixtures/site-api.ts'
import { tapewire } from '#test/fixtures/tapewire.ts'
import { readRing } from './ring-state.ts'
import { resealInBackground, retireKey, rotateRing } from './rotation.ts'

const cli = { kind: 'operator-cli' } as const
const reset = { address: 'ada@example.com', use: 'reset', by: { flow: null, network: null } } as const

async function resealed(ctx: TestPlatform): Promise<void> {
  await using _rotation = await resealInBackground(ctx)
  await expect.poll(async () => (await readRing(ctx)).rotation?.finishedAt ?? null).not.toBeNull()
}

/** A recovery code as earlier releases stored it, with its fingerprint by the lowest key. */
function fingerprinted({ keyring }: TestPlatform, accountId: string, code: string): string {
  return macOf(Buffer.from(keyring.unversionedKey(), 'hex'), `${accountId}:${code}`, 'recovery-code')
}

test('after a key rotation, all sealed and signed data is renewed with the new key, and the first key can be retired', async () => {
  await using ctx = await testPlatform()
  const { secret } = await keyOnPlan(ctx, 'stock-us-base')
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const first = await world.order(ada)
  const second = await world.order(await world.customer('bob@example.com'))
  await sql`update deposit_address set mac = regexp_replace(mac, '^v1\\.', '') where order_no = ${first.no}`.execute(
    ctx.postgres.db,
  )
  const { accountId } = ada.actor
  const codes = [fingerprinted(ctx, accountId, 'former'), sealedCode(ctx, accountId, 'newer')]
  await sql`insert into account_recovery_code (account_id, code_mac)
    select ${accountId}, unnest(${codes}::text[])`.execute(ctx.postgres.db)

  await rotateRing(ctx, cli)
  await expect(tapewire(ctx, 'keyring', 'retire', '1')).rejects.toThrow(
    /^Key 1 is still needed by \d+ API keys, 2 recovery codes, 2 deposit addresses, tokens and mailed codes/,
  )
  await expect(tapewire(ctx, 'keyring', 'retire', '2')).rejects.toThrow('Key 2 is the newest')
  await resealed(ctx)
  await ctx.clock.advance(10 * minuteMs)
  await retireKey(ctx, cli, 1)

  ctx.keyring.replace(sandboxRing(ctx.settings.dataDir))
  expect(ctx.keyring.versions).toEqual([2])
  expect((await verifyKey(ctx, secret)).kind).toBe('ok')
  for (const order of [first, second]) expect((await world.shown(order)).address).toEqual(expect.any(String))
  expect(await world.incidents()).toEqual([])
  const spend = (code: string) => ctx.postgres.transaction((tx) => spendRecoveryCode(ctx, tx, accountId, code))
  expect([await spend('wrong'), await spend('former'), await spend('former'), await spend('NEWER')]).toEqual([
    ...[false, true, false, true],
  ])

  await rotateRing(ctx, cli)
  await resealed(ctx)
  expect(await readRing(ctx)).toMatchObject({ waiting: 0, keys: [{ version: 2, sealed: 0 }, { version: 3 }] })
})

test('after a key rotation, a deposit address altered in the database has an invalid MAC and an open incident', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const order = await world.order(await world.customer())
  await sql`update deposit_address set address = '0x00000000000000000000000000000000000000ff'`.execute(ctx.postgres.db)
  await rotateRing(ctx, cli)
  await resealed(ctx)
  const { rows } = await sql<{ mac: string }>`select mac from deposit_address`.execute(ctx.postgres.db)
  expect(rows).toEqual([{ mac: 'invalid' }])
  expect(await world.incidents()).toMatchObject([{ kind: 'address_mismatch', subject: order.no }])
  expect((await readRing(ctx)).waiting).toBe(0)
})

test('search tokens, mailed codes and bot checks stay valid after one key rotation, and a second rotation ends the search tokens', async () => {
  await using ctx = await testPlatform({ random: quickRandom })
  const { actor } = await testAccount(ctx)
  const site = siteApi(ctx)
  const { token } = await createSearchToken(ctx, actor)
  await rotateRing(ctx, cli)
  expect(readSearchToken(ctx, token)).toMatchObject({ accountId: actor.accountId })
  expect((await createSearchToken(ctx, actor)).token.split('.')[1]).not.toBe(token.split('.')[1])
  const before = { ...ctx, keyring: onlyFirst(ctx) }
  await mailCode(before, { ...reset, locale: 'en-US' })
  await spendCode(ctx, { ...reset, code: await site.codeFor(reset.address, 'reset') })
  await requireBotCheck(ctx, await solved(before))
  await rotateRing(ctx, cli)
  expect(readSearchToken(ctx, token)).toBeNull()
})

test('ten minutes after a key rotation, tokens, bot checks and mailed codes signed with a stolen old key ring are refused', async () => {
  await using ctx = await testPlatform({ random: quickRandom })
  const { actor } = await testAccount(ctx)
  const thief = { ...ctx, keyring: onlyFirst(ctx) }
  await rotateRing(ctx, cli)
  await ctx.clock.advance(10 * minuteMs)
  expect(readSearchToken(ctx, (await createSearchToken(thief, actor)).token)).toBeNull()
  await expect(requireBotCheck(ctx, await solved(thief))).rejects.toMatchObject({ error: 'bot_check_required' })
  await mailCode(thief, { ...reset, locale: 'en-US' })
  const code = await siteApi(ctx).codeFor('ada@example.com', 'reset')
  await expect(spendCode(ctx, { ...reset, code })).rejects.toMatchObject({ error: 'reset_code_wrong' })
})

/** A copy of the ring from before a rotation. */
function onlyFirst({ keyring, clock }: TestPlatform): Keyring {
  return createKeyring(keyring.ring().split(',')[0] ?? '', clock)
}

/** A bot check that another ring signed, and its solution. */
async function solved(by: TestPlatform): Promise<string> {
  const challenge = await issueChallenge(by)
  const solution = await solveChallenge({ challenge, deriveKey, counterStart: 500 })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
