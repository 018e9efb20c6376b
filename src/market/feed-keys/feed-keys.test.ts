import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { tapewire } from '#test/fixtures/tapewire.ts'
import { noteFollowed } from '../sources/followed.ts'
import { feedSecrets } from './feed-key.ts'
import { findFeedKey, listenForRevokedFeedKeys, listFeedKeys, revokeFeedKey } from './feed-keys.ts'

const cli = { kind: 'operator-cli' } as const

let ctx: TestPlatform
beforeAll(async () => {
  ctx = await testPlatform()
})
afterAll(() => ctx[Symbol.asyncDispose]())

async function issue(...scope: string[]): Promise<string> {
  const printed = await tapewire(ctx, 'feed-key', 'create', ...scope)
  return /tw_feed_\w+/.exec(printed)?.[0] ?? ''
}

test('a feed key is shown once and stored only as a hash', async () => {
  const secret = await issue('desk', '--class', 'crypto,stock', '--region', 'ba', '--create')
  expect(feedSecrets.isWellFormed(secret)).toBe(true)
  expect(feedSecrets.isWellFormed(`${secret.slice(0, -1)}!`)).toBe(false)
  expect(await findFeedKey(ctx, secret)).toMatchObject({
    ...{ source: 'desk', classes: ['crypto', 'stock'], regions: ['BA'], creates: true, revokedAt: null },
  })
  const { rows } = await sql`select * from feed_key`.execute(ctx.postgres.db)
  expect(JSON.stringify(rows)).not.toContain(secret.slice(8))
  const listed = await tapewire(ctx, 'feed-key', 'list')
  expect(listed).toContain('desk  crypto,stock BA  creates instruments  never used')
  expect(listed).not.toContain(secret.slice(8))
})

test.each([
  [['Desk of Ada', '--class', 'crypto'], 'source'],
  [['desk', '--class', 'bonds'], 'class'],
  [['desk'], 'class'],
  [['desk', '--class', 'crypto', '--region', 'b1'], 'region'],
])('a feed key with the invalid scope %s is refused', async (scope, param) => {
  await expect(tapewire(ctx, 'feed-key', 'create', ...scope)).rejects.toThrow(param)
})

test('a feed key with the name of a followed source is refused', async () => {
  await noteFollowed(ctx, 'okx', 'live')
  await expect(issue('OKX', '--class', 'crypto')).rejects.toThrow('source')
  await expect(issue('massive', '--class', 'stock')).rejects.toThrow('source')
})

test('a listening process is notified of a revoked feed key, and the key cannot be revoked again', async () => {
  await issue('ended', '--class', 'crypto')
  const { promise, resolve } = Promise.withResolvers<string | null>()
  await using _ = await listenForRevokedFeedKeys(ctx, resolve)
  const id = (await listFeedKeys(ctx, cli)).find(({ source }) => source === 'ended')?.id ?? ''
  await tapewire(ctx, 'feed-key', 'revoke', id)
  expect(await promise).toBe(id)
  await expect(revokeFeedKey(ctx, cli, id)).rejects.toThrow('key_revoked')
  const { rows } = await sql<{ action: string }>`select action from audit where subject = ${id} order by id`.execute(
    ctx.postgres.db,
  )
  expect(rows.map(({ action }) => action)).toEqual(['feed_key.create', 'feed_key.revoke'])
})
