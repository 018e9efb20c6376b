import { Eye, EyeOff, Plus, Settings, X } from 'lucide-react'
import { type Dispatch, useState } from 'react'
import { useTranslations } from 'use-intl'
import { indicatorNames, indicators } from '#src/contract/indicators/catalogue.ts'
import { TextInput } from '../../ui/typing/text-input.tsx'
import { type ChartTheme, lineColor } from '../engine/layers/theme.ts'
import {
  type ChartAction,
  indicatorLabel,
  indicatorsMax,
  outputColors,
  type ShownIndicator,
} from '../state/chart-state.ts'
import { Modal } from './modal.tsx'

type IndicatorDialogProps = {
  shown: readonly ShownIndicator[]
  dispatch: Dispatch<ChartAction>
  theme: ChartTheme
  edit(one: ShownIndicator): void
  close(): void
}

export function IndicatorDialog({ close, ...list }: IndicatorDialogProps) {
  const t = useTranslations('chart')
  return (
    <Modal title={t('indicators.title')} closeLabel={t('search.close')} className="indicator-dialog" onClose={close}>
      <IndicatorList {...list} focusFirst />
    </Modal>
  )
}

type IndicatorListProps = Omit<IndicatorDialogProps, 'close'> & { focusFirst?: boolean }

export function IndicatorList({ shown, dispatch, theme, edit, focusFirst = false }: IndicatorListProps) {
  const t = useTranslations('chart.indicators')
  const [sought, setSought] = useState('')
  const wanted = sought.trim().toLowerCase()
  const found = indicatorNames.filter((name) => `${name} ${t(`names.${name}`)}`.toLowerCase().includes(wanted))
  const colorOf = (id: string) => lineColor(theme, outputColors(shown, id)[0] ?? 0)
  const full = shown.length >= indicatorsMax
  return (
    <>
      <div className="dialog-search">
        <TextInput
          className="input"
          data-first-focus={focusFirst || undefined}
          type="search"
          aria-label={t('find')}
          placeholder={t('find')}
          onText={setSought}
        />
      </div>
      <div className="dialog-list">
        {shown.length > 0 && (
          <section aria-label={t('shown')}>
            <h3>{t('shown')}</h3>
            {shown.map((one) => {
              const label = indicatorLabel(one)
              return (
                <div key={one.id} className="list-row">
                  <i className="swatch" style={{ background: colorOf(one.id) }} aria-hidden="true" />
                  <b>{label}</b>
                  <span className="grow" />
                  <button
                    type="button"
                    className="icon-btn"
                    aria-label={t(one.visible ? 'hide' : 'show', { name: label })}
                    onClick={() => dispatch({ do: 'toggleIndicator', id: one.id })}
                  >
                    {one.visible ? <Eye size={16} aria-hidden="true" /> : <EyeOff size={16} aria-hidden="true" />}
                  </button>
                  <button
                    type="button"
                    className="icon-btn"
                    aria-label={t('edit', { name: label })}
                    onClick={() => edit(one)}
                  >
                    <Settings size={16} aria-hidden="true" />
                  </button>
                  <button
                    type="button"
                    className="icon-btn"
                    aria-label={t('remove', { name: label })}
                    onClick={() => dispatch({ do: 'removeIndicator', id: one.id })}
                  >
                    <X size={16} aria-hidden="true" />
                  </button>
                </div>
              )
            })}
          </section>
        )}
        {full && <p className="notice">{t('full', { max: indicatorsMax })}</p>}
        {found.map((name) => (
          <button
            key={name}
            type="button"
            className="list-row"
            disabled={full}
            onClick={() => dispatch({ do: 'addIndicator', name })}
          >
            <b>{name.toUpperCase()}</b>
            <span>{t(`names.${name}`)}</span>
            <span className="grow" />
            {shown.some((one) => one.name === name) && <small className="list-added">{t('added')}</small>}
            <small>{t(indicators[name].pane === 'price' ? 'onPrice' : 'ownPane')}</small>
            <Plus size={16} aria-hidden="true" />
          </button>
        ))}
        {found.length === 0 && <p className="centred dialog-empty">{t('none')}</p>}
      </div>
    </>
  )
}
