import { useLocale, useTranslations } from 'use-intl'
import type { Minute } from './use-usage.ts'

/** Requests of the running window against the limit. */
export function MinuteCard({ minute }: { minute: Minute | null }) {
  const t = useTranslations('usage')
  const locale = useLocale()
  const number = (value: number) => new Intl.NumberFormat(locale).format(value)
  const limit = minute?.limit ?? null
  const used = minute && limit !== null ? limit - (minute.remaining ?? 0) : 0
  const share = limit ? Math.min(1, used / limit) : 0
  const seconds = minute ? Math.max(0, Math.ceil((minute.resetAt - Date.now()) / 1000)) : 0
  return (
    <section className="card" aria-labelledby="minute">
      <div className="card-head">
        <h2 id="minute">{t('minute')}</h2>
        <small>{t('live')}</small>
      </div>
      <div className="card-body">
        <p className="meter-row num">
          <span>
            {minute === null
              ? '…'
              : limit === null
                ? t('unlimited', { used: number(used) })
                : t('of', { used: number(used), limit: number(limit) })}
          </span>
          <span>{used > 0 && seconds > 0 ? t('resets', { seconds: String(seconds) }) : t('idle')}</span>
        </p>
        <div className="meter-bar" data-full={share >= 1 || undefined} data-high={share >= 0.8 || undefined}>
          <i style={{ width: `${share * 100}%` }} />
        </div>
      </div>
    </section>
  )
}
