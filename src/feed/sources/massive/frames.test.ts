import { expect, test } from 'vitest'
import { channelsOf, readFrame, tickerOf } from './frames.ts'

test.each([
  ['stock', 'BRK.B', ['T.BRK.B', 'Q.BRK.B'], 'BRK.B'],
  ['crypto', 'BTC/USD', ['XT.BTC-USD', 'XQ.BTC-USD'], 'X:BTCUSD'],
  ['forex', 'EUR/USD', ['C.EUR/USD'], 'C:EURUSD'],
] as const)(
  'the %s symbol %s is mapped to its channels and its ticker at Massive',
  (assetClass, name, channels, ticker) => {
    expect(channelsOf({ class: assetClass, name })).toEqual(channels)
    expect(tickerOf({ class: assetClass, name })).toBe(ticker)
  },
)

// The messages are the examples in the vendor's socket documentation.
test('a crypto trade of Massive is read with the side of the taker, and a forex quote is read without volumes', () => {
  expect(
    readFrame({
      ev: 'XT',
      pair: 'BTC-USD',
      p: 33_021.9,
      t: 1_610_462_007_425,
      s: 0.01616617,
      c: [2],
      i: '14272084',
      x: 3,
      r: 1,
    }),
  ).toEqual({
    kind: 'trade',
    channel: 'XT.BTC-USD',
    trade: { id: '3.14272084.33021.9', time: 1_610_462_007_425, price: 33_021.9, volume: 0.01616617, side: 2 },
  })
  expect(readFrame({ ev: 'C', p: 'EUR/USD', x: '48', a: 1.0831, b: 1.0829, t: 1_610_462_007_425 })).toEqual({
    kind: 'quote',
    channel: 'C.EUR/USD',
    quote: { time: 1_610_462_007_425, bid: 1.0829, bidVolume: 0, ask: 1.0831, askVolume: 0 },
  })
  expect(readFrame({ ev: 'AM', sym: 'AAPL' })).toBe(null)
})
