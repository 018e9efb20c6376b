import type { AssetClass } from '#src/contract/market.ts'
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
  return {
    instruments: {},
    instrumentsTotal: null,
    bars: null,
    answerMs: answer?.status === 200 ? answer.ms : null,
    at: new Date(ctx.clock.now()).toISOString().slice(11, 16),
  }
}
