import { useState } from 'react'
import type { ChartEngine } from '../engine/chart-engine.ts'
import { type DrawingTool, needsText } from '../state/drawing-tools.ts'

export type Tools = {
  inHand: DrawingTool | null
  magnet: boolean
  toggleMagnet(): void
  /** Selects a drawing tool, or none. A tool with text prompts for the text first. */
  selectTool(tool: DrawingTool | null, text?: string): void
  /** Deselects the tool in all charts after something was drawn. */
  putDown(): void
}

/** The drawing tool that the reader selected, for all charts. */
export function useTools(engines: readonly ChartEngine[], promptText: (tool: DrawingTool) => void): Tools {
  const [inHand, setInHand] = useState<DrawingTool | null>(null)
  const [magnet, setMagnet] = useState(false)
  const putAway = () => {
    for (const { board } of engines) board.putAway()
  }
  return {
    inHand,
    magnet,
    toggleMagnet: () => setMagnet(!magnet),
    selectTool(tool, text = '') {
      if (tool === null) putAway()
      else if (needsText(tool) && text === '') return promptText(tool)
      else for (const { board } of engines) board.startDrawing(tool, magnet ? 'strong_magnet' : 'normal', text)
      setInHand(tool)
    },
    putDown() {
      putAway()
      setInHand(null)
    },
  }
}
