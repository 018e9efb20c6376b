import { type Dispatch, lazy, Suspense } from 'react'
import type { Drawings } from '../control/kept/use-drawings.ts'
import type { ChartTheme } from '../engine/layers/theme.ts'
import { type ChartAction, type ChartState, outputColors, type ShownIndicator } from '../state/chart-state.ts'
import type { DrawingTool } from '../state/drawing-tools.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { HelpSheet } from './help-sheet.tsx'
import { IndicatorDialog } from './indicator-dialog.tsx'
import { IndicatorSettings } from './indicator-settings.tsx'
import { NoteDialog } from './note-dialog.tsx'

const LookDialog = lazy(() => import('./look-dialog.tsx').then((loaded) => ({ default: loaded.LookDialog })))
const ObjectDialog = lazy(() => import('./object-dialog.tsx').then((loaded) => ({ default: loaded.ObjectDialog })))

export type Panel =
  | { kind: 'indicators' | 'help' | 'compare' | 'look' | 'objects' }
  | { kind: 'settings'; id: string }
  | { kind: 'note'; tool: DrawingTool }

type OpenPanelProps = {
  panel: Panel
  state: ChartState
  dispatch: Dispatch<ChartAction>
  theme: ChartTheme
  drawings: Drawings
  edit(one: ShownIndicator): void
  addCompare(): void
  place(tool: DrawingTool, text: string): void
  close(): void
}

export function OpenPanel({ panel, state, dispatch, theme, drawings, edit, addCompare, place, close }: OpenPanelProps) {
  switch (panel.kind) {
    case 'indicators':
      return <IndicatorDialog shown={state.indicators} {...{ dispatch, theme, edit, close }} />
    case 'help':
      return <HelpSheet close={close} />
    case 'compare':
      return <CompareDialog state={state} dispatch={dispatch} theme={theme} add={addCompare} close={close} />
    case 'look':
      return (
        <Suspense>
          <LookDialog {...{ state, dispatch, theme, close }} />
        </Suspense>
      )
    case 'objects':
      return (
        <Suspense>
          <ObjectDialog indicators={state.indicators} {...{ drawings, dispatch, close }} />
        </Suspense>
      )
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
