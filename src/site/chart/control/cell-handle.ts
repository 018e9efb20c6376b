import type { ChartInstrument } from '../data/market-source.ts'
import type { ReplaySource } from '../data/replay-source.ts'
import type { ChartEngine } from '../engine/chart-engine.ts'
import type { EngineStatus, Pulse } from './use-engine.ts'

/** What the page's bars and panels use of one chart. */
export type CellHandle = {
  engine: ChartEngine | null
  feed: ReplaySource
  instrument: ChartInstrument | null
  pulse: Pulse
  status: EngineStatus
}

/** Of a chart that is not open yet. */
export const silentPulse: Pulse = { beat() {}, subscribe: () => () => {}, read: () => 0 }
