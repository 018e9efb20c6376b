import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { WireOrder } from '#src/contract/account/billing.ts'
import { countdown } from '../../ui/countdown.ts'
import { minutesSpoken } from '../payment/money.ts'

/**
 * The remaining time to pay, by the server's clock. Screen readers announce the time every five minutes, and every
 * minute in the last five minutes.
 */
export function TimeLeft({ order }: { order: WireOrder }) {
  const t = useTranslations('payment.order')
  const left = useTimeLeft(order)
  if (order.networkDelayed) return <p className="text-14">{t('waitsForNetwork')}</p>
  if (order.detected || order.verifying) return <p className="text-14">{t('stopped')}</p>
  return (
    <>
      <p className="pay-countdown num" aria-hidden="true" suppressHydrationWarning>
        {countdown(left)}
      </p>
      <p className="sr-only" role="timer" aria-live="polite">
        {t('left', { minutes: minutesSpoken(left) })}
      </p>
      <small>{left > 0 ? t('toPay') : t('over')}</small>
    </>
  )
}

function useTimeLeft(order: WireOrder): number {
  const [passed, setPassed] = useState({ since: order.serverTime, ms: 0 })
  useEffect(() => {
    const start = performance.now()
    const count = () => setPassed({ since: order.serverTime, ms: performance.now() - start })
    count()
    const timer = setInterval(count, 500)
    return () => clearInterval(timer)
  }, [order.serverTime])
  const elapsed = passed.since === order.serverTime ? passed.ms : 0
  return Math.max(0, order.expiresAt - order.serverTime - elapsed)
}
