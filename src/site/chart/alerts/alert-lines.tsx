import { X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { valueText } from '#src/contract/account/alert-words.ts'
import { timeStyles } from '#src/contract/values/clock.ts'
import { toast } from '../../ui/toast.tsx'
import type { ChartEngine } from '../engine/chart-engine.ts'
import type { ChartTheme } from '../engine/layers/theme.ts'
import { pricePane } from '../engine/price-pane.ts'
import type { ChartAlert, KeptAlerts } from './kept-alerts.ts'
import { type AlertLineExtra, alertLine, alertLineName } from './line.ts'
import './alerts.css'

type AlertLinesProps = { kept: KeptAlerts; ticker: string; engine: ChartEngine; theme: ChartTheme }

/**
 * The alerts on the price of one chart. Each alert has a line on the canvas and, over the canvas, a text with a button
 * that removes the alert.
 */
export function AlertLines({ kept, ticker, engine, theme }: AlertLinesProps) {
  const alerts = useSyncExternalStore(kept.subscribe, kept.shown)
  const t = useTranslations('chart.alert')
  const isReady = useLineForm()
  const own = alerts.filter(({ alert }) => alert.symbol === ticker)
  if (!isReady || own.length === 0) return null
  return (
    <ul className="chart-alerts" aria-label={t('list')}>
      {own.map((shown) => (
        <AlertLine key={shown.alert.id} {...{ kept, shown, engine, theme }} />
      ))}
    </ul>
  )
}

/** KLineCharts accesses `window` when it is imported, so it is imported only in the browser. */
function useLineForm(): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    let left = false
    void import('klinecharts').then(({ registerOverlay }) => {
      registerOverlay(alertLine())
      if (!left) setReady(true)
    })
    return () => {
      left = true
    }
  }, [])
  return isReady
}

type AlertLineProps = { kept: KeptAlerts; shown: ChartAlert; engine: ChartEngine; theme: ChartTheme }

function AlertLine({ kept, shown: { alert, fired }, engine, theme }: AlertLineProps) {
  const t = useTranslations('chart.alert')
  const locale = useLocale()
  const chip = useRef<HTMLLIElement>(null)
  const { id, condition, note } = alert
  useEffect(() => {
    const line = `${alertLineName}:${id}`
    const extendData: AlertLineExtra = {
      color: theme.accent,
      ink: '#14161A',
      positioned(y) {
        if (!chip.current) return
        chip.current.hidden = y === null
        chip.current.style.transform = `translateY(${y ?? 0}px)`
      },
    }
    const points = [{ value: condition.value }]
    engine.library.createOverlay({ id: line, name: alertLineName, lock: true, points, extendData, paneId: pricePane })
    return () => void engine.library.removeOverlay({ id: line })
  }, [engine, theme, id, condition.value])

  const words = t(condition.direction === 'up' ? 'rises' : 'falls', { price: valueText(condition.value, locale) })
  const remove = async () => {
    const answer = await kept.remove(id)
    if (answer.ok) toast(t('removed'))
    else toast(answer.refusal.msg ?? t('failed'), 'error')
  }
  return (
    <li ref={chip} hidden data-fired={fired !== null || undefined} title={note || undefined}>
      <span className="cut">
        {fired
          ? t('firedAt', { time: new Intl.DateTimeFormat(locale, timeStyles.clock[0]).format(fired.firedAt) })
          : words}
      </span>
      <button
        type="button"
        aria-label={`${t(fired ? 'dismiss' : 'remove')}: ${words}`}
        onClick={() => (fired ? kept.dismiss(id) : void remove())}
      >
        <X size={13} aria-hidden="true" />
      </button>
    </li>
  )
}

export function AlertToasts({ kept }: { kept: KeptAlerts }) {
  const t = useTranslations('chart.alert')
  const locale = useLocale()
  useEffect(() => {
    kept.announce = ({ symbol, note, price }) => {
      toast(t('fired', { symbol, price: valueText(price, locale), note: note === '' ? '' : ` · ${note}` }))
    }
  }, [kept, t, locale])
  return null
}
