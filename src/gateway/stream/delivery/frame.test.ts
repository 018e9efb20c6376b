import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { MarketEvent } from '#src/contract/market.ts'
import { eventFrame } from '#src/contract/stream.ts'
import { tick } from '#test/fixtures/stream.ts'
import { ownProtocol } from '../protocol/own.ts'
import { asciiFrame, asciiJson, eventText, spell, withSkipped } from './frame.ts'

const common = { key: 'stock:AAPL$US', time: 1_731_689_407_000, source: 'simulated' } as const
const events: MarketEvent[] = [
  { ...common, type: 'tick', price: 225.215, volume: 100, side: 2, session: 0 },
  {
    ...common,
    type: 'quote',
    previousClose: 224,
    open: 224.5,
    high: 226,
    low: 1e-7,
    last: 225,
    volume: 1e21,
    turnover: 0,
    tradingStatus: 0,
    change: -1.5,
    changePercent: -0.66,
  },
  {
    ...common,
    type: 'depth',
    asks: [
      { price: 1.1, volume: 2, orders: 3 },
      { price: 1.2, volume: 2, orders: 1 },
    ],
    bids: [],
  },
  {
    ...common,
    type: 'bar',
    interval: '1m',
    open: 1,
    high: 2,
    low: 0.5,
    close: 1.5,
    volume: 9,
    turnover: 13.5,
    final: false,
  },
]

test.each(events)('the frame of a $type event satisfies the contract', (event) => {
  const frame = JSON.parse(eventText(event, 7, spell('AAPL', 'US', null)))
  expect(eventFrame.parse(frame)).toEqual(frame)
})

test('a frame has code and region in separate fields; the code field of a depth frame also contains the region', () => {
  const [tick, , depth] = events.map((event) => JSON.parse(eventText(event, 1, spell('aapl', 'US', null))).data)
  expect([tick.s, tick.r, depth.s, depth.r]).toEqual(['aapl', 'US', 'aapl$US', 'US'])
  expect(depth.a[1]).toEqual({ po: 2, p: 1.2, v: 2, o: 1 })
})

test('a symbol with non-ASCII characters or a quotation mark reaches a JSON reader unchanged', () => {
  const data = JSON.parse(eventText(events[0] as MarketEvent, 1, spell('腾讯"', 'HK', 'stock'))).data
  expect([data.s, data.class]).toEqual(['腾讯"', 'stock'])
})

test('a frame states the number of older events that a slow reader skipped', () => {
  expect(JSON.parse(withSkipped(eventText(events[1] as MarketEvent, 9, spell('A', 'US', null)), 4)).data.skipped).toBe(
    4,
  )
})

test('frames in one write arrive as separate messages of any length', async () => {
  const server = new WebSocketServer({ port: 0 })
  const texts = ['{}', 'x'.repeat(125), 'y'.repeat(126), 'z'.repeat(65_535), 'w'.repeat(65_536), asciiJson('"已过期"')]
  server.on('connection', (_, request) => request.socket.write(Buffer.concat(texts.map(asciiFrame))))
  const address = server.address()
  const client = new WebSocket(`ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  const got: string[] = []
  await new Promise<void>((resolve, reject) => {
    client.on('error', reject)
    client.on('message', (data) => {
      got.push(String(data))
      if (got.length === texts.length) resolve()
    })
  })
  client.terminate()
  server.close()
  expect(got).toEqual(texts)
  expect(JSON.parse(got.at(-1) ?? '')).toBe('已过期')
})

test.each(['stock:aapl$us', 'STOCK:aapl$us', 'Stock:aapl$us'])(
  'an event for the symbol %s has the code as the client wrote it, without the class',
  (symbol) => {
    const spelling = ownProtocol({ batch: false, namesClass: true }).speller(symbol, {
      class: 'stock',
      code: 'AAPL',
      region: 'US',
    })('tick')
    const { data } = JSON.parse(spelling.text(tick('AAPL', 1), 7, { quote: () => null }))
    expect(data).toMatchObject({ class: 'stock', s: 'aapl', r: 'us', seq: 7 })
  },
)
