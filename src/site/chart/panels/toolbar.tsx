import {
  BellPlus,
  Camera,
  ChartLine,
  CircleHelp,
  GitCompareArrows,
  Globe,
  Layers,
  LayoutDashboard,
  Maximize,
  PanelRight,
  Redo2,
  Rewind,
  Search,
  Settings2,
  Undo2,
} from 'lucide-react'
import type { Dispatch, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { ChartAction, ChartState } from '../state/chart-state.ts'
import { DropMenu } from './menus/drop-menu.tsx'
import { Intervals } from './menus/interval-menu.tsx'
import { SettingsMenu } from './menus/settings-menu.tsx'
import { TypeMenu } from './menus/type-menu.tsx'
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
  replay(): void
  alert(): void
  look(): void
  objects(): void
}

type ToolbarProps = {
  state: ChartState
  dispatch: Dispatch<ChartAction>
  acts: ToolbarActs
  canUndo: boolean
  canRedo: boolean
  exchangeZone: string
  replaying: boolean
  links: ReactNode
  layouts: ReactNode
  side: { open: boolean; toggle(): void }
}

export function Toolbar(props: ToolbarProps) {
  const { state, dispatch, acts, canUndo, canRedo, exchangeZone, side } = props
  const t = useTranslations('chart')
  return (
    <div className="strip chart-bar" role="toolbar" aria-label={t('toolbar.label')}>
      <button
        type="button"
        className="tool symbol-button"
        aria-label={t('toolbar.symbol', { ticker: state.ticker })}
        onClick={acts.search}
      >
        <Search size={15} aria-hidden="true" />
        <b className="text-strong">{state.ticker}</b>
      </button>
      <Intervals interval={state.interval} choose={(interval) => dispatch({ do: 'interval', interval })} />
      <i className="sep" />
      <TypeMenu state={state} dispatch={dispatch} />
      <Tool label={t('toolbar.indicators')} onClick={acts.indicators} icon={<ChartLine size={16} />} wide />
      <Tool label={t('toolbar.compare')} onClick={acts.compare} icon={<GitCompareArrows size={16} />} wide />
      <Tool label={t('alert.add')} onClick={acts.alert} icon={<BellPlus size={16} />} />
      <button
        type="button"
        className="tool"
        aria-pressed={props.replaying}
        aria-label={t('replay.label')}
        title={t('replay.begin')}
        onClick={acts.replay}
      >
        <Rewind size={16} aria-hidden="true" />
        <span className="wide">{t('replay.label')}</span>
      </button>
      <i className="sep" />
      <Tool label={t('toolbar.undo')} onClick={acts.undo} icon={<Undo2 size={16} />} disabled={!canUndo} />
      <Tool label={t('toolbar.redo')} onClick={acts.redo} icon={<Redo2 size={16} />} disabled={!canRedo} />
      {props.links}
      <span className="grow" />
      <ZoneMenu
        zone={state.timezone}
        exchangeZone={exchangeZone}
        icon={<Globe size={16} aria-hidden="true" />}
        choose={(timezone) => dispatch({ do: 'timezone', timezone })}
        more={acts.look}
      />
      <DropMenu label={t('toolbar.layouts')} button={<LayoutDashboard size={16} aria-hidden="true" />}>
        {() => props.layouts}
      </DropMenu>
      <DropMenu label={t('toolbar.settings')} button={<Settings2 size={16} aria-hidden="true" />}>
        {(close) => <SettingsMenu state={state} dispatch={dispatch} more={after(close, acts.look)} />}
      </DropMenu>
      <Tool label={t('objects.title')} onClick={acts.objects} icon={<Layers size={16} />} />
      <Tool label={t('toolbar.picture')} onClick={acts.picture} icon={<Camera size={16} />} />
      <Tool label={t('toolbar.full')} onClick={acts.full} icon={<Maximize size={16} />} />
      <Tool label={t('toolbar.help')} onClick={acts.help} icon={<CircleHelp size={16} />} />
      <button
        type="button"
        className="tool"
        aria-pressed={side.open}
        aria-label={t('market.toggle')}
        title={t('market.toggle')}
        onClick={side.toggle}
      >
        <PanelRight size={16} aria-hidden="true" />
      </button>
    </div>
  )
}

/** Returns a function that closes a menu and then performs the action that was chosen in it. */
function after(close: () => void, act: () => void): () => void {
  return () => {
    close()
    act()
  }
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
