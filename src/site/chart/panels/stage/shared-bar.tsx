import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { toast } from '../../../ui/toast.tsx'
import { drawingsOf, keepCurrent, keepDrawings } from '../../control/kept/kept-layouts.ts'
import { activeState } from '../../state/board.ts'
import { drawingsMax, withDrawings } from '../../state/drawings.ts'
import { writeAddress } from '../../state/layout.ts'
import type { Shared } from '../../state/shared-chart.ts'

/** The bar above a chart that a link opened. The reader can keep a copy of the chart, or return to their own chart. */
export function SharedBar({ opened }: { opened: NonNullable<Shared> }) {
  const t = useTranslations('chart.shared')
  const full = useTranslations('chart.drawing')
  const { pathname } = useLocation()
  const keep = () => {
    if (opened === 'broken') return
    const { board, drawings } = opened
    const { ticker, interval } = activeState(board)
    const all = withDrawings(drawingsOf(ticker), drawings)
    if (!all) return toast(full('full', { max: drawingsMax }), 'error')
    keepCurrent(board)
    keepDrawings(ticker, all)
    window.location.assign(pathname + writeAddress({ ticker, interval }))
  }
  return (
    <div className="flow-middle ruled-bottom text-14 shared-bar" role="status">
      <span>{t(opened === 'broken' ? 'broken' : 'title')}</span>
      {opened !== 'broken' && (
        <button type="button" className="btn btn-small btn-outline" onClick={keep}>
          {t('keep')}
        </button>
      )}
      <button type="button" className="btn btn-small btn-quiet" onClick={() => window.location.assign(pathname)}>
        {t('leave')}
      </button>
    </div>
  )
}
