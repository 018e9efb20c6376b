import type { Platform } from '#src/platform/platform.ts'
import { simulatedDividends } from '../companies/company-simulated.ts'
import { isSimulated } from '../feed-keys/fed.ts'
import type { Factor } from '../history/adjust.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { factorsOfActions } from './computed-factors.ts'

/** The factors of a simulated stock's dividends, computed with its simulated closes. Other instruments have none. */
export async function simulatedFactors(ctx: Platform, instrument: Instrument): Promise<Factor[]> {
  if (instrument.class !== 'stock' || !(await isSimulated(ctx, instrument))) return []
  const paid = simulatedDividends(instrument, ctx.clock.now()).map(({ d, a, cur }) => {
    const exDate = new Date(d).toISOString().slice(0, 10)
    return { kind: 'dividend' as const, exDate, newShares: '', oldShares: '', amount: String(a), currency: cur }
  })
  return factorsOfActions(ctx, instrument, paid)
}
