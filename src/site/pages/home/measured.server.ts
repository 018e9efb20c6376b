import type { AssetClass } from '#src/contract/market.ts'
import { countBars, countByExchange } from '#src/market/coverage.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { DemoAnswer } from '../../demo-call.ts'

/** What this installation counted and timed itself; null where it has not yet. */
export type Measured = {
  instruments: Partial<Record<AssetClass, number>>
  instrumentsTotal: number | null
  bars: number | null
  answerMs: number | null
  /** `13:05` UTC. */
  at: string
}

export async function measured(ctx: Platform, answer: DemoAnswer | null): Promise<Measured> {
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
    answerMs: answer?.status === 200 ? answer.ms : null,
    at: new Date(ctx.clock.now()).toISOString().slice(11, 16),
  }
}
