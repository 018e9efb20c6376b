import type { Dispatch } from 'react'
import { useTranslations } from 'use-intl'
import { useCity } from '../control/use-city.ts'
import type { ChartTheme } from '../engine/layers/theme.ts'
import type { ChartAction, ChartState } from '../state/chart-state.ts'
import { axisSides, gridLines, margins, usualLook } from '../state/look.ts'
import { allZones, offsetOf } from '../state/time/zones.ts'
import { Modal } from './modal.tsx'

type LookDialogProps = { state: ChartState; dispatch: Dispatch<ChartAction>; theme: ChartTheme; close(): void }

/** A dialog for colours, margins and axis of the chart. Every change is shown at once. */
export function LookDialog({ state, dispatch, theme, close }: LookDialogProps) {
  const t = useTranslations('chart.look')
  const all = useTranslations('chart')
  const cityOf = useCity()
  const { look } = state
  const set = (change: Partial<typeof look>) => dispatch({ do: 'look', look: change })
  const color = (name: 'up' | 'down' | 'background', usual: string) => (
    <label className="field">
      <span className="field-label">{t(name)}</span>
      <input type="color" value={look[name] ?? usual} onChange={({ target }) => set({ [name]: target.value })} />
    </label>
  )
  const choice = (name: 'grid' | 'margin' | 'side', values: readonly string[]) => (
    <fieldset className="field">
      <legend className="field-label">{t(name)}</legend>
      <div className="seg">
        {values.map((value) => (
          <button key={value} type="button" aria-pressed={look[name] === value} onClick={() => set({ [name]: value })}>
            {t(`${name}s.${value}` as 'grids.none')}
          </button>
        ))}
      </div>
    </fieldset>
  )
  return (
    <Modal title={t('title')} closeLabel={all('search.close')} onClose={close}>
      <div className="dialog-list settings-fields">
        <div className="flow look-colors">
          {color('up', theme.up)}
          {color('down', theme.down)}
          {color('background', theme.paper)}
        </div>
        {choice('grid', gridLines)}
        {choice('margin', margins)}
        {choice('side', axisSides)}
        <label className="flow-middle">
          <input type="checkbox" checked={look.breaks} onChange={({ target }) => set({ breaks: target.checked })} />
          {t('breaks')}
        </label>
        <label className="field">
          <span className="field-label">{all('toolbar.zone')}</span>
          <select
            className="input"
            value={state.timezone}
            onChange={({ target }) => dispatch({ do: 'timezone', timezone: target.value })}
          >
            <option value="exchange">{all('settings.zoneExchange')}</option>
            {allZones().map((zone) => (
              <option key={zone} value={zone}>
                {cityOf(zone)} · {zone} · {offsetOf(zone).replace('GMT', 'UTC')}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className="dialog-foot">
        <button type="button" className="btn btn-outline" onClick={() => set(usualLook)}>
          {t('usual')}
        </button>
        <button type="button" className="btn btn-accent" onClick={close}>
          {t('done')}
        </button>
      </div>
    </Modal>
  )
}
