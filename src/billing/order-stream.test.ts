import { expect, test } from 'vitest'
import { endSessions } from '#src/accounts/sessions.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { streamOrder } from './order-stream.ts'

test('an open order page ends with its session, at once and without waiting for the next beat', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const { no } = await world.order(ada)
  const { signal } = new AbortController()
  const { body } = await streamOrder(ctx, ada.actor, { orderNo: no, locale: 'en-US', signal })
  if (!body) throw new Error('the stream has no body')
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('event: order')) text += (await reader.read()).value
  await ctx.postgres.transaction((tx) => endSessions(ctx, tx, ada.actor.accountId, null))
  let last = await reader.read()
  while (!last.done) last = await reader.read()
  expect(last.value).toBeUndefined()
})
