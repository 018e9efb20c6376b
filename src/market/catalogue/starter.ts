import type { NewInstrument } from '../instruments/instrument.ts'
import { currenciesAndIndices } from './currencies-indices.ts'
import { datedContracts } from './dated-contracts.ts'
import { futuresAndFunds } from './futures-funds.ts'
import type { StarterGroup } from './group.ts'
import { isinOf } from './isins.ts'
import { americanStocks } from './stocks-america.ts'
import { asianStocks } from './stocks-asia.ts'
import { europeanStocks } from './stocks-europe.ts'

const groups: readonly StarterGroup[] = [
  ...americanStocks,
  ...asianStocks,
  ...europeanStocks,
  ...currenciesAndIndices,
  ...futuresAndFunds,
]

/** The starter catalogue: real names, exchanges, currencies, lots, price steps, and dated contracts listed at `now`. */
export function starterInstruments(now: number): NewInstrument[] {
  const listed = groups.flatMap(rowsOf)
  return [...listed, ...listed.filter((row) => row.class === 'future').flatMap((root) => datedContracts(root, now))]
}

function rowsOf(group: StarterGroup): NewInstrument[] {
  return group.rows
    .trim()
    .split('\n')
    .map((line, index) => {
      const [code = '', price = '', name = '', nameCn = '', nameHk = '', lot = '', step = ''] = line.split('|')
      return {
        class: group.class,
        region: group.region,
        exchange: group.exchange,
        code,
        name,
        nameCn,
        nameHk,
        isin: isinOf(group.class, group.region, code),
        currency: group.currency || code.slice(-3),
        priceStep: step || group.step,
        lot: lot === '' ? group.lot : Number(lot),
        startPrice: Number(price),
        liquidity: Math.max(10, group.weight - index),
      }
    })
}
