import type { ChartBlock } from '../../content/library/blocks.server.ts'
import { LiveChart } from '../../showcase/live-chart.tsx'

export function ChartFigure({ ticker, interval, label }: ChartBlock) {
  return (
    <LiveChart ticker={ticker} interval={interval} label={label}>
      <div className="candles candles-empty" />
    </LiveChart>
  )
}
