import type { Dispatch, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { PageLink } from '../../../page/page-link.tsx'
import { type ChartAction, type ChartState, chartTypes } from '../../state/chart-state.ts'
import { SettingsMenu } from '../menus/settings-menu.tsx'
import type { ToolbarActs } from '../toolbar.tsx'

type MoreTabProps = {
  state: ChartState
  dispatch: Dispatch<ChartAction>
  acts: Pick<ToolbarActs, 'undo' | 'redo' | 'picture' | 'full' | 'help' | 'replay' | 'alert' | 'look' | 'objects'>
  canUndo: boolean
  canRedo: boolean
  signedIn: boolean
  zone: ReactNode
  axis: ReactNode
  goTo: ReactNode
  layouts: ReactNode
}

/** Settings and actions that do not fit on a phone's bar. */
export function MoreTab(props: MoreTabProps) {
  const { state, dispatch, acts } = props
  const t = useTranslations('chart')
  return (
    <>
      <h3>{t('toolbar.type')}</h3>
      <div className="sheet-grid">
        {chartTypes.map((type) => (
          <button
            key={type}
            type="button"
            aria-pressed={state.type === type}
            onClick={() => dispatch({ do: 'type', type })}
          >
            {t(`types.${type}`)}
          </button>
        ))}
      </div>
      <h3>{t('axis.label')}</h3>
      <div className="flow sheet-line">{props.axis}</div>
      <div className="flow sheet-line">
        {props.zone}
        {props.goTo}
      </div>
      <div className="sheet-grid">
        <button type="button" disabled={!props.canUndo} onClick={acts.undo}>
          {t('toolbar.undo')}
        </button>
        <button type="button" disabled={!props.canRedo} onClick={acts.redo}>
          {t('toolbar.redo')}
        </button>
        <button type="button" onClick={acts.alert}>
          {t('alert.add')}
        </button>
        <button type="button" onClick={acts.replay}>
          {t('replay.label')}
        </button>
        <button type="button" onClick={acts.objects}>
          {t('objects.title')}
        </button>
        <button type="button" onClick={acts.picture}>
          {t('toolbar.picture')}
        </button>
        <button type="button" onClick={acts.full}>
          {t('toolbar.full')}
        </button>
        {!props.signedIn && <PageLink to="/login">{t('tips.toLogin')}</PageLink>}
      </div>
      <h3>{t('toolbar.settings')}</h3>
      <div className="sheet-menu">
        <SettingsMenu state={state} dispatch={dispatch} more={acts.look} />
      </div>
      <h3>{t('toolbar.layouts')}</h3>
      <div className="sheet-menu">{props.layouts}</div>
    </>
  )
}
