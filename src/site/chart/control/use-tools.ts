import { useState } from 'react'
import type { ChartEngine } from '../engine/chart-engine.ts'
import { type DrawingTool, takesText } from '../engine/drawing-tools.ts'

export type Tools = {
  inHand: DrawingTool | null
  magnet: boolean
  toggleMagnet(): void
  /** Selects a drawing tool, or none; a tool with a text asks for it first. */
  take(tool: DrawingTool | null, text?: string): void
  putDown(): void
}

export function useTools(engine: ChartEngine | null, askText: (tool: DrawingTool) => void): Tools {
  const [inHand, setInHand] = useState<DrawingTool | null>(null)
  const [magnet, setMagnet] = useState(false)
  return {
    inHand,
    magnet,
    toggleMagnet: () => setMagnet(!magnet),
    take(tool, text = '') {
      if (tool === null) engine?.board.putAway()
      else if (takesText(tool) && text === '') return askText(tool)
      else engine?.board.take(tool, magnet ? 'strong_magnet' : 'normal', text)
      setInHand(tool)
    },
    putDown: () => setInHand(null),
  }
}
