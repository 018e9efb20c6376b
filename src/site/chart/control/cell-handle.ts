import type { ChartInstrument } from '../data/market-source.ts'
import type { ReplaySource } from '../data/replay-source.ts'
import type { ChartEngine } from '../engine/chart-engine.ts'
import type { EngineStatus, Pulse } from './use-engine.ts'

/** The interface of one chart for the page's toolbars and panels. */
export type CellHandle = {
  engine: ChartEngine | null
  feed: ReplaySource
  instrument: ChartInstrument | null
  pulse: Pulse
  status: EngineStatus
}

/** A counter that never changes, for a chart that is not open yet. */
export const silentPulse: Pulse = { beat() {}, subscribe: () => () => {}, read: () => 0 }
