import { expect, test } from 'vitest'
import type { StreamEvent } from '../delivery/frame.ts'
import { ownProtocol } from './own.ts'

const id = { class: 'stock', region: 'IN', code: 'INFY' } as const
const tick = { ...id, type: 'tick', price: 1, volume: 1, time: 1, side: 0, session: 0 } as unknown as StreamEvent

test.each([
  ['stock:INFY', 'INFY', 'IN'],
  ['stock:INFY$IN', 'INFY', 'IN'],
  ['STOCK:infy$in', 'infy', 'in'],
  ['stock:INFY$NSE$IN', 'INFY$NSE', 'IN'],
])('the frames of the subscription %s have the code and the region in the spelling of the client', (name, s, r) => {
  const spelling = ownProtocol({ batch: false, namesClass: true }).speller(name, id)('tick')
  expect(JSON.parse(spelling.text(tick, 1, { get: () => undefined } as never)).data).toMatchObject({
    class: 'stock',
    s,
    r,
  })
})
