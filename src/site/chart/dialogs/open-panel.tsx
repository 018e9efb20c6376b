import type { Dispatch } from 'react'
import type { ChartTheme } from '../engine/layers/theme.ts'
import { type ChartAction, type ChartState, outputColors, type ShownIndicator } from '../state/chart-state.ts'
import type { DrawingTool } from '../state/drawing-tools.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { HelpSheet } from './help-sheet.tsx'
import { IndicatorDialog } from './indicator-dialog.tsx'
import { IndicatorSettings } from './indicator-settings.tsx'
import { NoteDialog } from './note-dialog.tsx'

export type Panel =
  | { kind: 'indicators' | 'help' | 'compare' }
  | { kind: 'settings'; id: string }
  | { kind: 'note'; tool: DrawingTool }

type OpenPanelProps = {
  panel: Panel
  state: ChartState
  dispatch: Dispatch<ChartAction>
  theme: ChartTheme
  edit(one: ShownIndicator): void
  addCompare(): void
  place(tool: DrawingTool, text: string): void
  close(): void
}

export function OpenPanel({ panel, state, dispatch, theme, edit, addCompare, place, close }: OpenPanelProps) {
  switch (panel.kind) {
    case 'indicators':
      return <IndicatorDialog shown={state.indicators} {...{ dispatch, theme, edit, close }} />
    case 'help':
      return <HelpSheet close={close} />
    case 'compare':
      return <CompareDialog state={state} dispatch={dispatch} theme={theme} add={addCompare} close={close} />
    case 'note':
      return <NoteDialog place={(text) => place(panel.tool, text)} close={close} />
    case 'settings': {
      const one = state.indicators.find(({ id }) => id === panel.id)
      if (!one) return null
      const shownColors = outputColors(state.indicators, one.id)
      return <IndicatorSettings key={one.id} {...{ one, shownColors, theme, dispatch, close }} />
    }
  }
}
