import { Globe } from 'lucide-react'
import type { Dispatch, ReactNode } from 'react'
import type { Drawings } from '../../control/kept/use-drawings.ts'
import type { Tools } from '../../control/use-tools.ts'
import { CompareList } from '../../dialogs/compare-dialog.tsx'
import { IndicatorList } from '../../dialogs/indicator-dialog.tsx'
import type { ChartTheme } from '../../engine/layers/theme.ts'
import type { ChartAction, ChartState, ShownIndicator } from '../../state/chart-state.ts'
import { ZoneMenu } from '../menus/zone-menu.tsx'
import { GoToDate } from '../range-bar.tsx'
import { SidePane } from '../side/side-pane.tsx'
import type { SidePaneProps } from '../side/side-pane-props.ts'
import type { ToolbarActs } from '../toolbar.tsx'
import { DrawTab } from './draw-tab.tsx'
import { MoreTab } from './more-tab.tsx'
import type { SheetTab } from './phone-bar.tsx'
import { PhoneSheet } from './phone-sheet.tsx'

type PhonePanelsProps = {
  tab: SheetTab
  show(tab: SheetTab): void
  close(): void
  state: ChartState
  dispatch: Dispatch<ChartAction>
  theme: ChartTheme
  tools: Tools
  drawings: Drawings
  edit(one: ShownIndicator): void
  addCompare(): void
  axis: ReactNode
  goTo(time: number): void
  pane: SidePaneProps
  more: {
    acts: Pick<ToolbarActs, 'undo' | 'redo' | 'picture' | 'full' | 'help' | 'replay' | 'alert' | 'look' | 'objects'>
    canUndo: boolean
    canRedo: boolean
    signedIn: boolean
    layouts: ReactNode
  }
}

export function PhonePanels(props: PhonePanelsProps) {
  const { tab, show, close, state, dispatch, theme, tools, drawings, pane } = props
  return (
    <PhoneSheet tab={tab} show={show} close={close}>
      {tab === 'draw' && <DrawTab tools={tools} drawings={drawings} close={close} />}
      {tab === 'indicators' && <IndicatorList shown={state.indicators} {...{ dispatch, theme }} edit={props.edit} />}
      {tab === 'compare' && <CompareList state={state} dispatch={dispatch} theme={theme} add={props.addCompare} />}
      {tab === 'market' && <SidePane {...pane} />}
      {tab === 'more' && (
        <MoreTab
          state={state}
          dispatch={dispatch}
          axis={props.axis}
          goTo={<GoToDate goTo={props.goTo} />}
          zone={
            <ZoneMenu
              zone={state.timezone}
              exchangeZone={pane.instrument?.timezone ?? 'UTC'}
              icon={<Globe size={16} aria-hidden="true" />}
              choose={(timezone) => dispatch({ do: 'timezone', timezone })}
              more={props.more.acts.look}
            />
          }
          {...props.more}
        />
      )}
    </PhoneSheet>
  )
}
