import { expect, test } from 'vitest'
import { dayMs } from '#src/contract/time.ts'
import { starterInstruments } from '#src/market/catalogue/starter.ts'
import type { Instrument, NewInstrument } from '#src/market/instruments/instrument.ts'
import { fillHistory } from './fill.ts'
import { profileOf } from './profile.ts'

const today = Date.parse('2026-01-07')

function lastWeek({ name, priceStep, startPrice, lot = 1, liquidity = 0, ...listing }: NewInstrument) {
  const instrument: Instrument = {
    ...{ ...listing, id: 1, names: { en: name, cn: '', hk: '' }, currency: '', isin: '', sector: '', industry: '' },
    ...{ priceStep: Number(priceStep), lot, startPrice: startPrice ?? null, liquidity, state: 'listed', home: true },
    ...{ root: null, expiresOn: null, source: 'catalogue' },
  }
  const profile = profileOf({ kept: new Map() }, instrument, 1)
  if (!profile) return null
  const { bars } = fillHistory(profile, { time: today - 4 * dayMs, close: profile.startPrice }, today, today, null)
  const minutes = bars.filter(({ interval }) => interval === '1m')
  return {
    prices: new Set(minutes.map(({ close }) => close)).size,
    volume: minutes.reduce((sum, { volume }) => sum + volume, 0),
  }
}

test('every simulated starter instrument with volume has a changing price, even with a large price step', () => {
  const starters = starterInstruments(today).filter(({ root }) => root === undefined)
  const flat = starters.filter((instrument) => {
    const week = lastWeek(instrument)
    return week !== null && week.volume > 0 && week.prices < 3
  })
  expect(flat.map(({ region, code }) => `${code}$${region}`)).toEqual([])
})
