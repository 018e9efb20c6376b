import {
  Camera,
  ChartCandlestick,
  ChartLine,
  CircleHelp,
  GitCompareArrows,
  Globe,
  LayoutDashboard,
  Maximize,
  Redo2,
  Search,
  Settings2,
  Undo2,
} from 'lucide-react'
import type { Dispatch, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { intervals } from '#src/contract/market.ts'
import { type ChartAction, type ChartState, chartTypes } from '../state/chart-state.ts'
import { DropMenu } from './menus/drop-menu.tsx'
import { SettingsMenu } from './menus/settings-menu.tsx'
import { ZoneMenu } from './menus/zone-menu.tsx'

export type ToolbarActs = {
  search(): void
  indicators(): void
  compare(): void
  undo(): void
  redo(): void
  picture(): void
  full(): void
  help(): void
}

type ToolbarProps = {
  state: ChartState
  dispatch: Dispatch<ChartAction>
  acts: ToolbarActs
  canUndo: boolean
  canRedo: boolean
  exchangeZone: string
  layouts: ReactNode
}

export function Toolbar({ state, dispatch, acts, canUndo, canRedo, exchangeZone, layouts }: ToolbarProps) {
  const t = useTranslations('chart')
  return (
    <div className="chart-bar" role="toolbar" aria-label={t('toolbar.label')}>
      <button
        type="button"
        className="tool symbol-button"
        aria-label={t('toolbar.symbol', { ticker: state.ticker })}
        onClick={acts.search}
      >
        <Search size={15} aria-hidden="true" />
        <b>{state.ticker}</b>
      </button>
      <Intervals state={state} dispatch={dispatch} />
      <i className="sep" />
      <DropMenu
        label={t('toolbar.type')}
        value={t(`types.${state.type}`)}
        button={
          <>
            <ChartCandlestick size={16} aria-hidden="true" />
            <span className="wide">{t(`types.${state.type}`)}</span>
          </>
        }
      >
        {(close) =>
          chartTypes.map((type) => (
            <button
              key={type}
              type="button"
              aria-pressed={state.type === type}
              onClick={() => {
                dispatch({ do: 'type', type })
                close()
              }}
            >
              {t(`types.${type}`)}
            </button>
          ))
        }
      </DropMenu>
      <Tool label={t('toolbar.indicators')} onClick={acts.indicators} icon={<ChartLine size={16} />} wide />
      <Tool label={t('toolbar.compare')} onClick={acts.compare} icon={<GitCompareArrows size={16} />} wide />
      <i className="sep" />
      <Tool label={t('toolbar.undo')} onClick={acts.undo} icon={<Undo2 size={16} />} disabled={!canUndo} />
      <Tool label={t('toolbar.redo')} onClick={acts.redo} icon={<Redo2 size={16} />} disabled={!canRedo} />
      <span className="fill" />
      <Toggle
        on={state.scale === 'log'}
        label={`${t('toolbar.logShort')}: ${t('toolbar.log')}`}
        onClick={() => dispatch({ do: 'scale', scale: 'log' })}
      >
        {t('toolbar.logShort')}
      </Toggle>
      <Toggle
        on={state.scale === 'percent'}
        label={t('toolbar.percent')}
        onClick={() => dispatch({ do: 'scale', scale: 'percent' })}
      >
        %
      </Toggle>
      <ZoneMenu
        zone={state.timezone}
        exchangeZone={exchangeZone}
        icon={<Globe size={16} aria-hidden="true" />}
        choose={(timezone) => dispatch({ do: 'timezone', timezone })}
      />
      <DropMenu label={t('toolbar.layouts')} button={<LayoutDashboard size={16} aria-hidden="true" />}>
        {() => layouts}
      </DropMenu>
      <DropMenu label={t('toolbar.settings')} button={<Settings2 size={16} aria-hidden="true" />}>
        {() => <SettingsMenu state={state} dispatch={dispatch} />}
      </DropMenu>
      <Tool label={t('toolbar.picture')} onClick={acts.picture} icon={<Camera size={16} />} />
      <Tool label={t('toolbar.full')} onClick={acts.full} icon={<Maximize size={16} />} />
      <Tool label={t('toolbar.help')} onClick={acts.help} icon={<CircleHelp size={16} />} />
    </div>
  )
}

function Intervals({ state, dispatch }: Pick<ToolbarProps, 'state' | 'dispatch'>) {
  const t = useTranslations('chart')
  const choices = (after: () => void) =>
    intervals.map((interval) => (
      <button
        key={interval}
        type="button"
        className="tool interval"
        aria-pressed={state.interval === interval}
        title={t(`intervals.${interval}`)}
        onClick={() => {
          dispatch({ do: 'interval', interval })
          after()
        }}
      >
        {interval}
      </button>
    ))
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lay out as a toolbar group in all browsers */}
      <div className="intervals" role="group" aria-label={t('toolbar.interval')}>
        {choices(() => {})}
      </div>
      <div className="intervals-small">
        <DropMenu label={t('toolbar.interval')} value={state.interval} button={<b>{state.interval}</b>}>
          {choices}
        </DropMenu>
      </div>
    </>
  )
}

type ToolProps = { label: string; icon: ReactNode; wide?: boolean; disabled?: boolean; onClick: () => void }

function Tool({ label, icon, wide = false, disabled = false, onClick }: ToolProps) {
  return (
    <button type="button" className="tool" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <span aria-hidden="true">{icon}</span>
      {wide && <span className="wide">{label}</span>}
    </button>
  )
}

type ToggleProps = { on: boolean; label: string; onClick: () => void; children: ReactNode }

function Toggle({ on, label, onClick, children }: ToggleProps) {
  return (
    <button type="button" className="tool" aria-pressed={on} aria-label={label} title={label} onClick={onClick}>
      {children}
    </button>
  )
}
