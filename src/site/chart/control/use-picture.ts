import { useLocale } from 'use-intl'
import type { ChartInstrument } from '../data/market-source.ts'
import type { ChartEngine } from '../engine/chart-engine.ts'
import type { ChartTheme } from '../engine/theme.ts'
import type { ChartState } from '../state/chart-state.ts'
import { savePicture } from './picture.ts'

/** Saves what the canvas shows, with a line that says what it is and when it was taken. */
export function usePicture(
  engine: ChartEngine | null,
  theme: ChartTheme | null,
  instrument: ChartInstrument | null,
  { ticker, interval }: ChartState,
): () => void {
  const locale = useLocale()
  return () => {
    if (!engine || !theme || !instrument) return
    const now = new Date()
    const taken = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(now)
    const file = `${ticker.replace(':', '-')}-${interval}-${now.toISOString().slice(0, 10)}.png`
    void savePicture(engine.picture(), `${ticker}  ${instrument.name}`, `${interval} · ${taken}`, file, theme)
  }
}
