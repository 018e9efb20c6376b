import type { AssetClass } from '#src/contract/market.ts'
import { countBars } from '#src/market/bars/bars.ts'
import { countByExchange, type ExchangeCount } from '#src/market/instruments/instruments.ts'
import { type InstallationFigure, readInstallationFigures } from '#src/platform/figures/installation-figures.ts'
import { sharedFigures } from '#src/platform/figures/process-figures.ts'
import { sharedSpread } from '#src/platform/figures/spread-figures.ts'
import type { Spread } from '#src/platform/metrics/durations.ts'
import { type TimedName, timedNames } from '#src/platform/metrics/metrics.ts'
import type { Platform } from '#src/platform/platform.ts'

/** Counts and times of this installation; null if they are not available. */
export type Measured = {
  instruments: Partial<Record<AssetClass, number>>
  instrumentsTotal: number | null
  bars: number | null
  /** Figures of the whole installation. A figure that is not measured yet is absent. */
  installation: Partial<Record<InstallationFigure, number>>
  /** Number of countries and regions whose stocks are in the catalogue. */
  countries: number | null
  /** Latencies of the last minute over all gateways. Names with fewer than `timedMin` values are absent. */
  latency: Partial<Record<TimedName, Spread>>
  /** Time of the measurement, UTC: `13:05`. */
  at: string
}

/** With fewer values, percentiles mean nothing. */
const timedMin = 20

export async function measured(ctx: Platform): Promise<Measured> {
  const unknown = (cause: unknown) => {
    ctx.log.warn('a figure of the home page could not be measured', { cause })
    return null
  }
  const [exchanges, bars, figures, installation] = await Promise.all([
    countByExchange(ctx).catch(unknown),
    countBars(ctx).catch(unknown),
    sharedFigures(ctx).catch(unknown),
    readInstallationFigures(ctx).catch(unknown),
  ])
  const instruments: Measured['instruments'] = {}
  for (const one of exchanges ?? []) instruments[one.class] = (instruments[one.class] ?? 0) + one.instruments
  return {
    instruments,
    instrumentsTotal: exchanges ? exchanges.reduce((sum, one) => sum + one.instruments, 0) : exchanges,
    bars,
    installation: installation ?? {},
    countries: exchanges ? countriesOf(exchanges) : null,
    latency: Object.fromEntries(
      timedNames.flatMap((name) => {
        const spread = sharedSpread(figures ?? [], name)
        return spread && spread.count >= timedMin ? [[name, spread]] : []
      }),
    ),
    at: new Date(ctx.clock.now()).toISOString().slice(11, 16),
  }
}

/**
 * Counts the regions of stocks. The regions of other classes are not counted, because a currency or coin belongs to no
 * country.
 */
function countriesOf(exchanges: readonly ExchangeCount[]): number {
  return new Set(exchanges.filter(({ class: name }) => name === 'stock').map(({ region }) => region)).size
}
