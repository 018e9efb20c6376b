import { type AssetClass, assetClasses, type DataSource, dataSources } from '#src/contract/market.ts'
import type { Figures } from '#src/platform/figures/process-figures.ts'

/** The prefix of source names among the figures that gateways share. */
const prefix = 'source:'

/**
 * One source of one class on the tape. `at`: the publication of the newest event, ms; `rate`: events per second;
 * `lagMs`: the time from the newest trade to its publication.
 */
export type LiveSource = { source: DataSource; class: AssetClass; at: number; rate: number; lagMs: number }

/**
 * A source's events. `at`: the publication of the newest event, ms; `lagMs`: the time from the newest trade to its
 * publication.
 */
export type SourceCount = { at: number; events: number; lagMs: number }

export function sourceName(source: DataSource, assetClass: AssetClass): string {
  return `${source}$${assetClass}`
}

/** A gateway's measurements of a source, as figures that gateways share. `name`: from `sourceName`. */
export function sourceFigures(name: string, { at, rate, lagMs }: Pick<LiveSource, 'at' | 'rate' | 'lagMs'>): Figures {
  return { [`${prefix}${name}:at`]: at, [`${prefix}${name}:rate`]: rate, [`${prefix}${name}:lag`]: lagMs }
}

/**
 * Every source that any gateway has seen. `at` and `lagMs`: from the gateway with the newest event; `rate`: the highest
 * rate of any gateway.
 */
export function liveSources(figures: readonly Figures[]): LiveSource[] {
  return dataSources.flatMap((source) =>
    assetClasses.flatMap((assetClass) => {
      const name = `${prefix}${sourceName(source, assetClass)}`
      const seen = figures.filter((one) => one[`${name}:at`] !== undefined)
      const newest = seen.toSorted((a, b) => (b[`${name}:at`] ?? 0) - (a[`${name}:at`] ?? 0))[0]
      if (!newest) return []
      const rate = Math.max(...seen.map((one) => one[`${name}:rate`] ?? 0))
      return [{ source, class: assetClass, at: newest[`${name}:at`] ?? 0, rate, lagMs: newest[`${name}:lag`] ?? 0 }]
    }),
  )
}
