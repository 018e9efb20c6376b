import type { ReactNode } from 'react'
import type { Board } from '../../state/board.ts'

type StageProps = {
  board: Board
  /** Whether the window is narrow; a phone shows only the active chart. */
  narrow: boolean
  cell(index: number): ReactNode
}

export function Stage({ board: { cells, active }, narrow, cell }: StageProps) {
  const shown = narrow ? [active] : cells.map((_, index) => index)
  return (
    <div className="chart-stage" data-cells={shown.length}>
      {shown.map((index) => cell(index))}
    </div>
  )
}
