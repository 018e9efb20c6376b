import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listKeys, revealKey } from '#src/keys/keys.ts'
import { claimForImport } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { noteFed } from '#src/market/feed-keys/fed.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import type { ClickHouse } from '#src/platform/platform.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { servedStream } from '#test/fixtures/served-stream.ts'
import { Listener } from '#test/fixtures/stream.ts'

test('a socket that accepts notices is notified before and after simulated history is deleted, and once for each import', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  await installCatalogue(ctx)
  await using served = await servedStream(ctx)
  const instrument = await findInstrument(ctx, { class: 'crypto', code: 'LTCUSD' })
  if (!instrument) throw new Error('LTCUSD is in the catalogue')
  const subscribed = async (path: string, code: string) => {
    const { actor } = await testAccount(ctx, `${randomUUID()}@example.com`)
    const [listed] = await listKeys(ctx, actor, 'en-US')
    const { key: token } = await revealKey(ctx, actor, listed?.id ?? '', 'en-US')
    const client = new Listener(`${served.origin}/crypto${path}`, { token })
    await client.next((frame) => frame.resAc === 'auth' && frame.code === 1)
    await client.answer({ ac: 'subscribe', params: code, types: 'quote' })
    return client
  }
  const client = await subscribed('?events=1', 'LTCUSD$BA')
  const another = await subscribed('?events=1', 'BTCUSD$BA')
  const plain = await subscribed('', 'LTCUSD$BA')
  const replaced = () => client.next((frame) => frame.replaced)

  // The deletion of the simulated rows waits for the first report, so that the reports are not sent as one.
  const first = replaced()
  const { query } = ctx.clickhouse
  const clickhouse: ClickHouse = { ...ctx.clickhouse, query: (...asked) => first.then(() => query(...asked)) }
  await noteFed({ ...ctx, clickhouse }, [instrument])
  expect(await first).toMatchObject({ type: 'heartbeat', replaced: ['LTCUSD$BA'], markets: { crypto: 'open' } })
  expect((await replaced()).replaced).toEqual(['LTCUSD$BA'])
  for (const interval of ['1d', '1h'] as const) {
    await claimForImport(ctx, interval, [{ instrument, first: 0, last: 86_400_000, lastClose: 80 }])
    expect((await replaced()).replaced).toEqual(['LTCUSD$BA'])
  }
  for (const other of [another, plain]) {
    other.send({ ac: 'ping' })
    await other.next((frame) => frame.resAc === 'pong')
    expect(other.frames.filter(({ type }) => type === 'heartbeat')).toEqual([])
  }
})
