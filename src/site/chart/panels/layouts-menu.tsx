import { Trash2 } from 'lucide-react'
import { type Dispatch, useState } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from '../../ui/toast.tsx'
import { type ChartAction, type ChartState, initialState } from '../chart-state.ts'
import { layoutNameMax, layoutsMax } from '../kept-layouts.ts'
import type { Layouts } from '../use-layouts.ts'

type LayoutsMenuProps = { state: ChartState; dispatch: Dispatch<ChartAction>; layouts: Layouts }

export function LayoutsMenu({ state, dispatch, layouts }: LayoutsMenuProps) {
  const t = useTranslations('chart.layouts')
  const [name, setName] = useState('')
  const { kept } = layouts
  const full = kept.length >= layoutsMax && !kept.some((one) => one.name === name.trim())
  const keep = async (next: typeof kept) => {
    const done = await layouts.keep(next)
    toast(done ? t('saved') : t('failed'), done ? 'success' : 'error')
    if (done) setName('')
  }
  return (
    <div className="layouts-menu">
      <p className="drop-title">{t(layouts.account ? 'account' : 'here')}</p>
      {kept.length === 0 && <p className="drop-note">{t('none')}</p>}
      {kept.map((one) => (
        <div key={one.name} className="layout-row">
          <button
            type="button"
            aria-label={t('open', { name: one.name })}
            onClick={() => dispatch({ do: 'load', state: one.state })}
          >
            <span>{one.name}</span>
            <small>
              {one.state.ticker} · {one.state.interval}
            </small>
          </button>
          <button
            type="button"
            className="icon"
            aria-label={t('remove', { name: one.name })}
            onClick={() => void layouts.keep(kept.filter((other) => other !== one))}
          >
            <Trash2 size={15} aria-hidden="true" />
          </button>
        </div>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const wanted = name.trim()
          if (wanted !== '' && !full) void keep([...kept.filter((one) => one.name !== wanted), { name: wanted, state }])
        }}
      >
        <input
          className="input"
          aria-label={t('name')}
          placeholder={t('name')}
          value={name}
          maxLength={layoutNameMax}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className="btn btn-small btn-accent" disabled={name.trim() === '' || full}>
          {t('save')}
        </button>
      </form>
      {full && <p className="drop-note">{t('full', { max: layoutsMax })}</p>}
      <button type="button" onClick={() => dispatch({ do: 'load', state: { ...initialState, ticker: state.ticker } })}>
        {t('reset')}
      </button>
    </div>
  )
}
