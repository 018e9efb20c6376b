import { useTranslations } from 'use-intl'
import { TapewireError } from '#sdk/typescript/error.ts'
import type { EngineStatus } from '../control/use-engine.ts'

type StatusLayerProps = { status: EngineStatus; failure: unknown; ticker: string; retry(): void; search(): void }

/** A layer over the canvas: the reason why it is empty, and whether bars are live. */
export function StatusLayer({ status, failure, ticker, retry, search }: StatusLayerProps) {
  const t = useTranslations('chart')
  if (failure instanceof TapewireError && failure.error === 'unknown_symbol') {
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
  if (failure) {
    const message =
      failure instanceof TapewireError && failure.status >= 400 && failure.status < 500 ? failure.message : t('busy')
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
