import { X } from 'lucide-react'
import type { Dispatch } from 'react'
import { useTranslations } from 'use-intl'
import { type ChartTheme, lineColor } from '../engine/layers/theme.ts'
import { type ChartAction, type ChartState, compareMax } from '../state/chart-state.ts'
import { Modal } from './modal.tsx'

type CompareDialogProps = {
  state: ChartState
  dispatch: Dispatch<ChartAction>
  theme: ChartTheme
  add(): void
  close(): void
}

export function CompareDialog({ close, ...list }: CompareDialogProps) {
  const t = useTranslations('chart')
  return (
    <Modal title={t('compare.title')} closeLabel={t('search.close')} onClose={close}>
      <CompareList {...list} />
    </Modal>
  )
}

export function CompareList({ state, dispatch, theme, add }: Omit<CompareDialogProps, 'close'>) {
  const t = useTranslations('chart.compare')
  const full = state.compare.length >= compareMax
  return (
    <>
      <div className="dialog-list">
        {state.compare.length === 0 && <p className="quiet dialog-note">{t('none')}</p>}
        {state.compare.map((ticker, index) => (
          <div key={ticker} className="list-row">
            <i className="line-mark" style={{ background: lineColor(theme, index + 1) }} aria-hidden="true" />
            <b>{ticker}</b>
            <span className="grow" />
            <button
              type="button"
              className="icon-btn"
              aria-label={t('remove', { ticker })}
              onClick={() => dispatch({ do: 'removeCompare', ticker })}
            >
              <X size={16} aria-hidden="true" />
            </button>
          </div>
        ))}
        {full && <p className="notice">{t('full', { max: compareMax })}</p>}
      </div>
      <div className="dialog-foot">
        <button type="button" className="btn btn-accent" data-first-focus disabled={full} onClick={add}>
          {t('add')}
        </button>
      </div>
    </>
  )
}
