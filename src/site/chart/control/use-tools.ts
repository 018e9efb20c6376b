import { useState } from 'react'
import type { ChartEngine } from '../engine/chart-engine.ts'
import { type DrawingTool, needsText } from '../state/drawing-tools.ts'

export type Tools = {
  inHand: DrawingTool | null
  magnet: boolean
  toggleMagnet(): void
  /** Selects a drawing tool, or none; a tool with a text asks for it first. */
  selectTool(tool: DrawingTool | null, text?: string): void
  /** Something was drawn: no chart waits for the tool any more. */
  putDown(): void
}

/** The tool in the reader's hand is ready in every chart. */
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
