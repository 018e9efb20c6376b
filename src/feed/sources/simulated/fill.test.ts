import { expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#src/contract/time.ts'
import { starterInstruments } from '#src/market/catalogue/starter.ts'
import type { Instrument, NewInstrument } from '#src/market/instruments/instrument.ts'
import { type Filled, fillHistory } from './fill.ts'
import { type Profile, profileOf } from './profile.ts'

const today = Date.parse('2026-01-07')

function simulated({ name, priceStep, startPrice, lot = 1, liquidity = 0, ...listing }: NewInstrument): Profile | null {
  const instrument: Instrument = {
    ...{ ...listing, id: 1, names: { en: name, cn: '', hk: '' }, currency: '', isin: '', sector: '', industry: '' },
    ...{ priceStep: Number(priceStep), lot, startPrice: startPrice ?? null, liquidity, state: 'listed', home: true },
    ...{ root: null, expiresOn: null, source: 'catalogue' },
  }
  return profileOf({ kept: new Map() }, instrument, 1)
}

const minutesOf = ({ bars }: Filled) => bars.filter(({ interval }) => interval === '1m')

function lastWeek(instrument: NewInstrument) {
  const profile = simulated(instrument)
  if (!profile) return null
  const origin = { time: today - 4 * dayMs, close: profile.startPrice, interval: '1d' } as const
  const minutes = minutesOf(fillHistory(profile, origin, today, today, null))
  return {
    prices: new Set(minutes.map(({ close }) => close)).size,
    volume: minutes.reduce((sum, { volume }) => sum + volume, 0),
  }
}

test('every simulated starter instrument with volume has at least three different prices in four days, even with a large price step', () => {
  const starters = starterInstruments(today).filter(({ root }) => root === undefined)
  const flat = starters.filter((instrument) => {
    const week = lastWeek(instrument)
    return week !== null && week.volume > 0 && week.prices < 3
  })
  expect(flat.map(({ region, code }) => `${code}$${region}`)).toEqual([])
})

test.each([
  ['1m', 1],
  ['1h', 60],
] as const)(
  'a simulated market whose last bar is the %s bar at midnight continues at the end of that bar',
  (interval, first) => {
    const bitcoin = starterInstruments(today).find(({ code }) => code === 'BTCUSD')
    const profile = bitcoin && simulated(bitcoin)
    if (!profile) throw new Error('BTCUSD is in the catalogue')
    const origin = { time: today, close: profile.startPrice, interval }
    const filled = fillHistory(profile, origin, today, today + 2 * hourMs, null)
    const minutes = Array.from({ length: 120 - first }, (_, at) => today + (first + at) * minuteMs)
    expect(minutesOf(filled).map(({ time }) => time)).toEqual(minutes)
  },
)
