import { afterAll, beforeAll, expect, test } from 'vitest'
import { endSessions } from '#src/accounts/sessions/sessions.ts'
import { EventStreams } from '#src/platform/http/streams/event-streams.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { streamOrder } from './order-stream.ts'

let ctx: TestPlatform
let world: PaymentWorld
let customers = 0
beforeAll(async () => {
  ctx = await testPlatform()
  world = await PaymentWorld.open(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

type Customer = Awaited<ReturnType<PaymentWorld['customer']>>

async function customer() {
  customers += 1
  const someone = await world.customer(`customer-${customers}@example.com`)
  const { no } = await world.order(someone)
  return { someone, no }
}

/** Opens the stream of an order's page. `ended` reads to the end of the stream; `leave` closes the page. */
async function open({ someone, no }: { someone: Customer; no: string }, streams: EventStreams, headOnly = false) {
  const left = new AbortController()
  const input = { orderNo: no, locale: 'en-US', signal: left.signal, streams, headOnly } as const
  const { body } = await streamOrder(ctx, someone.actor, input)
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (reader && !text.includes('event: order')) text += (await reader.read()).value
  return {
    body,
    async ended() {
      while (!(await reader?.read())?.done);
    },
    leave: () => left.abort(),
  }
}

test('the event stream of an order page ends as soon as its session ends', async () => {
  const ada = await customer()
  const page = await open(ada, new EventStreams())
  await ctx.postgres.transaction((tx) => endSessions(ctx, tx, ada.someone.actor.accountId, null))
  await page.ended()
})

test('an account may have six event streams, and a seventh is refused while six are open', async () => {
  const [ada, eve] = [await customer(), await customer()]
  const streams = new EventStreams()
  const pages = await Promise.all(Array.from({ length: 6 }, () => open(ada, streams)))
  const detail = { retryAfter: 15, values: { max: 6 } }
  await expect(open(ada, streams)).rejects.toMatchObject({ error: 'too_many_event_streams', detail })
  await open(eve, streams)
  pages[0]?.leave()
  await expect.poll(() => open(ada, streams).then(({ body }) => body !== null)).toBe(true)
})

test('a process at its limit of event streams refuses another stream as busy', async () => {
  const streams = new EventStreams(1)
  const page = await open(await customer(), streams)
  await expect(open(await customer(), streams)).rejects.toMatchObject({ error: 'server_busy' })
  page.leave()
  const eve = await customer()
  await expect.poll(() => open(eve, streams).then(({ body }) => body !== null)).toBe(true)
})

test('a HEAD request opens no event stream of an order page', async () => {
  const ada = await customer()
  const streams = new EventStreams(1)
  expect((await open(ada, streams, true)).body).toBeNull()
  await open(ada, streams)
})

test('a process that stops ends its event streams and refuses new streams', async () => {
  const ada = await customer()
  const streams = new EventStreams()
  const page = await open(ada, streams)
  streams.end()
  await page.ended()
  await expect(open(ada, streams)).rejects.toMatchObject({ error: 'server_busy' })
})

test('the event stream of an order page ends after a quarter of an hour and may be opened again', async () => {
  const ada = await customer()
  const streams = new EventStreams(1)
  const page = await open(ada, streams)
  let isOver = false
  void page.ended().then(() => (isOver = true))
  await ctx.clock.advance(15 * 60_000 - 1)
  await new Promise(setImmediate)
  expect(isOver).toBe(false)
  // The stream looks at the time after each of its queries, which may still run here.
  const isOverLater = () => ctx.clock.advance(15_000).then(() => isOver)
  await expect.poll(isOverLater).toBe(true)
  await open(ada, streams)
})
