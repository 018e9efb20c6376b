import { useEffect } from 'react'
import type { ChartInstrument } from '../data/market-source.ts'
import type { ChartEngine } from '../engine/chart-engine.ts'
import type { CompareExtra } from '../engine/layers/price-layers.ts'
import type { ChartTheme } from '../engine/layers/theme.ts'
import type { ChartState } from '../state/chart-state.ts'

/** Shows the state on the canvas. Waits until the instrument of a new ticker is loaded. */
export function useShow(
  engine: ChartEngine | null,
  state: ChartState,
  instrument: ChartInstrument | null,
  theme: ChartTheme | null,
  compared: readonly CompareExtra[],
): void {
  useEffect(() => {
    if (engine && instrument && theme && instrument.ticker === state.ticker)
      engine.show(state, instrument, theme, compared)
  }, [engine, state, instrument, theme, compared])
}
