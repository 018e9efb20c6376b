import { useFormatter, useTranslations } from 'use-intl'
import type { KeyLimits } from '#src/contract/account/keys.ts'
import { MeterBar } from '../../account/meter-bar.tsx'
import { symbolsOf, type UsageMoment } from './use-usage.ts'

type LimitsCardProps = { moment: UsageMoment; connected: boolean; limits: KeyLimits }

export function LimitsCard({ moment, connected, limits }: LimitsCardProps) {
  const t = useTranslations('usage')
  const { report, sockets, now } = moment
  const seconds = report ? Math.ceil((report.resetAt - now) / 1000) : 0
  const isIdle = report?.used === 0 || seconds <= 0
  const note = report && (isIdle ? t('idle') : t('resets', { seconds: String(seconds) }))
  const own = sockets?.filter(({ browser }) => !browser) ?? null
  return (
    <section className="card" aria-labelledby="minute">
      <div className="card-head">
        <h2 id="minute">{t('now')}</h2>
        <small className="usage-live" data-lost={!connected || undefined} role="status">
          {t(connected ? 'live' : 'lost')}
        </small>
      </div>
      <div className="tiled meters">
        <Meter label={t('minute')} used={report?.used ?? null} limit={limits.perMinute} refuses note={note} />
        <Meter label={t('socketCount')} used={own?.length ?? null} limit={limits.sockets} />
        <Meter label={t('symbolCount')} used={own && symbolsOf(own)} limit={limits.subscriptions} />
      </div>
    </section>
  )
}

type MeterProps = { label: string; used: number | null; limit: number | null; note?: string | null; refuses?: boolean }

function Meter({ label, used, limit, note, refuses = false }: MeterProps) {
  const t = useTranslations('usage')
  const format = useFormatter()
  return (
    <div className="meter">
      <p className="quiet">{label}</p>
      <p className="quiet meter-figure num">
        <b>{used === null ? '…' : format.number(used)}</b>{' '}
        {limit === null ? t('unlimited') : t('of', { limit: format.number(limit) })}
      </p>
      <MeterBar used={used} limit={limit} refuses={refuses} />
      {note && <p className="quiet top-8">{note}</p>}
    </div>
  )
}
