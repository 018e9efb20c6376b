import { Lock } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#sdk/typescript/error.ts'
import { PageLink } from '../../../page/page-link.tsx'
import type { EngineStatus } from '../../control/use-engine.ts'
import { isUnknownSymbol, LockedPrices } from '../../data/beside.ts'

type StatusLayerProps = { status: EngineStatus; failure: unknown; ticker: string; retry(): void; search(): void }

/** Placeholder bars while the real bars load. */
const skeleton = Array.from({ length: 40 }, (_, at) => {
  const middle = 50 - 24 * Math.sin(at / 6) - 6 * Math.sin(at * 1.7)
  const half = 4 + 4 * Math.abs(Math.sin(at * 2.3))
  return `M${at * 6 + 3} ${(middle - half).toFixed(1)}v${(2 * half).toFixed(1)}`
}).join('')

/** A layer over the canvas: the reason why the canvas is empty, and whether bars are live. */
export function StatusLayer({ status, failure, ticker, retry, search }: StatusLayerProps) {
  const t = useTranslations('chart')
  if (isUnknownSymbol(failure)) {
    return (
      <div className="chart-status" role="alert">
        <b>{t('unknown.title', { ticker })}</b>
        <p>{t('unknown.text')}</p>
        <button type="button" className="btn btn-small btn-outline" onClick={search}>
          {t('search.title')}
        </button>
      </div>
    )
  }
  if (failure instanceof LockedPrices) {
    return (
      <div className="chart-status" role="alert">
        <Lock size={20} aria-hidden="true" />
        <b>{t('locked.title', { ticker })}</b>
        <p>{failure.plan ? t('market.lockedIn', { plan: failure.plan }) : t('market.locked')}</p>
        <PageLink className="btn btn-small btn-outline" to="/pricing">
          {t('locked.plans')}
        </PageLink>
      </div>
    )
  }
  if (failure instanceof ApiError && failure.status === 429) {
    return (
      <div className="chart-status" role="alert">
        <b>{t('paused.title')}</b>
        <p>{t('paused.text', { seconds: failure.retryAfter ?? 60 })}</p>
      </div>
    )
  }
  if (failure) {
    const message =
      failure instanceof ApiError && failure.status >= 400 && failure.status < 500 ? failure.message : t('busy')
    return (
      <div className="chart-status" role="alert">
        <b>{t('failed')}</b>
        <p>{message}</p>
        <button type="button" className="btn btn-small btn-outline" onClick={retry}>
          {t('retry')}
        </button>
      </div>
    )
  }
  const empty = !status.loading && status.page?.bars.length === 0
  return (
    <>
      {status.loading && status.page === null && (
        <svg className="chart-skeleton" viewBox="0 0 240 100" preserveAspectRatio="none" aria-hidden="true">
          <path d={skeleton} />
        </svg>
      )}
      {status.loading && (
        <p className="chart-loading" role="status">
          {t('loading')}
        </p>
      )}
      {empty && (
        <div className="chart-status">
          <b>{t('empty')}</b>
        </div>
      )}
      <p className="chart-link" data-state={status.link} title={t(`link.${status.link}`)}>
        <i aria-hidden="true" />
        <span className="sr-only">{t(`link.${status.link}`)}</span>
      </p>
    </>
  )
}
