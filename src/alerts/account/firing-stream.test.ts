import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { endSessions } from '#src/accounts/sessions/sessions.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { systemClock } from '#src/platform/clock.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { makeAlert, trade, wantedAlert } from '#test/fixtures/alerts.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { notifyFirings } from '../alert-changes.ts'
import { listAlerts } from '../alerts.ts'
import { evaluateShard } from '../evaluate/lead-alerts.ts'
import { streamFirings } from './firing-stream.ts'

test('the firing of an alert is sent only to the event streams of its account, and a stream ends with its session', async () => {
  await using platform = await testPlatform({ clickhouse: true, now: Date.now() })
  const ctx = { ...platform, clock: systemClock, tape: new MemoryTape(systemClock) }
  await installCatalogue(ctx)
  const [ada, eve] = [await testAccount(platform), await testAccount(platform, 'eve@example.com')]
  const left = new AbortController()
  const read = async (actor: typeof ada.actor) => {
    const { body } = await streamFirings(ctx, actor, { signal: left.signal, headOnly: false })
    const texts: string[] = []
    const ended = (async () => {
      for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) texts.push(text)
    })()
    return { texts, ended }
  }
  const [own, others] = [await read(ada.actor), await read(eve.actor)]
  await expect.poll(() => [own.texts.length, others.texts.length]).toEqual([1, 1])

  await using _evaluator = await evaluateShard(ctx, null, 0, { everyMs: 50 })
  await trade(ctx, [190])
  const { id } = await makeAlert(ctx, ada.actor, wantedAlert())
  const stateOf = async () => (await listAlerts(ctx, ada.actor)).alerts.find((one) => one.id === id)?.state
  await expect.poll(stateOf).toBe('armed')
  await trade(ctx, [201.5])
  await expect.poll(() => own.texts.join('')).toContain('event: firing')
  const [, data = ''] = /^data: (.*)$/m.exec(own.texts.join('')) ?? []
  expect(JSON.parse(data)).toMatchObject({ alertId: id, price: 201.5 })

  await ctx.postgres.transaction((tx) => endSessions(ctx, tx, ada.actor.accountId, null))
  await own.ended
  left.abort()
  expect(others.texts.join('')).not.toContain('firing')
})

test('an event stream sends every firing of alerts that fire at the same time', async () => {
  await using platform = await testPlatform({ now: Date.now() })
  const ctx = { ...platform, clock: systemClock }
  await installCatalogue(ctx)
  const { actor } = await testAccount(ctx)
  const { id: alertId } = await makeAlert(ctx, actor, wantedAlert())
  const left = new AbortController()
  const { body } = await streamFirings(ctx, actor, { signal: left.signal, headOnly: false })
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader?.read())?.value ?? ''
  const ids = Array.from({ length: 120 }, (_, at) => `firing-${at}`)
  await ctx.postgres.transaction(async (tx) => {
    await sql`insert into alert_firing (id, alert_id, account_id, place, fired_at, value, price)
      select id, ${alertId}, ${actor.accountId}, id, now(), 201, 201 from unnest(${ids}::text[]) as id`.execute(tx)
    await notifyFirings(ctx, tx, { accountId: actor.accountId, ids })
  })
  for (let sent = 0; sent < ids.length; sent = text.match(/^event: firing$/gm)?.length ?? 0)
    text += (await reader?.read())?.value ?? ''
  for (const id of ids) expect(text).toContain(`id: ${id}\n`)
  left.abort()
})

test('an event stream of firings ends when the database listener loses its connection', async () => {
  await using ctx = await testPlatform({ now: Date.now() })
  const { actor } = await testAccount(ctx)
  const left = new AbortController()
  const { body } = await streamFirings({ ...ctx, clock: systemClock }, actor, { signal: left.signal, headOnly: false })
  const reader = body?.getReader()
  expect((await reader?.read())?.done).toBe(false)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where query ilike 'listen%' and datname = current_database()`.execute(ctx.postgres.db)
  await expect.poll(async () => (await reader?.read())?.done).toBe(true)
  left.abort()
})
