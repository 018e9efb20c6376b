import type { AssetClass } from '#src/contract/market.ts'
import { countBars } from '#src/market/bars/bars.ts'
import { countByExchange } from '#src/market/instruments/instruments.ts'
import type { Spread } from '#src/platform/metrics/durations.ts'
import type { TimedName } from '#src/platform/metrics/metrics.ts'
import type { Platform } from '#src/platform/platform.ts'
import { claimSettings } from '../../settings.ts'

/** Counts and times of this installation; null if there are none yet. */
export type Measured = {
  instruments: Partial<Record<AssetClass, number>>
  instrumentsTotal: number | null
  bars: number | null
  /** Of the last minute, in this process; null without requests, or if another process answers them. */
  latency: Record<TimedName, Spread | null>
  /** `13:05` UTC. */
  at: string
}

export function claims({ settings }: Platform) {
  return settings.of(claimSettings)
}

export async function measured(ctx: Platform): Promise<Measured> {
  const unknown = (cause: unknown) => {
    ctx.log.warn('a figure of the home page could not be measured', { cause })
    return null
  }
  const [exchanges, bars] = await Promise.all([countByExchange(ctx).catch(unknown), countBars(ctx).catch(unknown)])
  const instruments: Measured['instruments'] = {}
  for (const one of exchanges ?? []) instruments[one.class] = (instruments[one.class] ?? 0) + one.instruments
  return {
    instruments,
    instrumentsTotal: exchanges ? exchanges.reduce((sum, one) => sum + one.instruments, 0) : exchanges,
    bars,
    latency: { data_call: ctx.metrics.spread('data_call'), symbol_search: ctx.metrics.spread('symbol_search') },
    at: new Date(ctx.clock.now()).toISOString().slice(11, 16),
  }
}
