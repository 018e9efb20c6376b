import { type Dispatch, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { symbolScrollMarginPx, symbolScrollThreshold } from '#src/contract/site.ts'
import { useSite } from '../../context/site-context.ts'
import { PageLink } from '../../page/page-link.tsx'
import type { SearchAction, SymbolSearch } from '../state/symbols/symbol-search.ts'

type BelowRowsProps = {
  search: SymbolSearch
  send: Dispatch<SearchAction>
  list: RefObject<HTMLDivElement | null>
  shown: number
}

/**
 * The end of the list: a loading sign, the reason why the list is empty, or an invisible mark. The next page is loaded
 * when the mark is within 20 px of the visible rows.
 */
export function BelowRows({ search, send, list, shown }: BelowRowsProps) {
  const t = useTranslations('chart.search')
  const busy = useTranslations('chart')('busy')
  const { supportEmail } = useSite()
  const mark = useRef<HTMLDivElement>(null)
  const canLoad = search.status === 'ready' && !search.end

  useEffect(() => {
    if (!canLoad || !mark.current) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && send({ do: 'more' }), {
      root: list.current,
      rootMargin: `${symbolScrollMarginPx}px`,
      threshold: symbolScrollThreshold,
    })
    watcher.observe(mark.current)
    return () => watcher.disconnect()
  }, [canLoad, send, list])

  const { status, notice } = search
  const nothing = status === 'ready' && search.rows.length === 0
  return (
    <>
      <p className="sr-only" role="status">
        {status === 'loading' ? t('searching') : status === 'more' ? t('more') : t('found', { count: shown })}
      </p>
      {status === 'loading' && <LoadingRows />}
      {status === 'more' && <p className="dialog-more">{t('more')}</p>}
      {canLoad && <div ref={mark} className="more-mark" />}
      {notice === 'no-key' && <Notice title={t('noKey')} hint={t('noKeyHint')} />}
      {notice === 'no-fund' && <Notice title={t('noFund')} hint={t('noFundHint')} />}
      {notice === 'failed' && (
        <Notice title={t('failed')} hint={search.message || busy}>
          <button type="button" className="btn btn-small btn-outline" onClick={() => send({ do: 'retry' })}>
            {t('retry')}
          </button>
        </Notice>
      )}
      {nothing && notice === 'none' && search.access.kind === 'account' && (
        <Notice title={t('empty')} hint={t('emptyHint')}>
          <PageLink className="link" to="/contact">
            {t('contact')}
          </PageLink>
          <a className="link" href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>
        </Notice>
      )}
    </>
  )
}

function LoadingRows() {
  return (
    <div aria-hidden="true">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key} className="symbol-row">
          <i className="skeleton round" />
          <i className="skeleton" />
          <i className="skeleton" />
        </div>
      ))}
    </div>
  )
}

function Notice({ title, hint, children }: { title: string; hint: string; children?: ReactNode }) {
  return (
    <div className="centred dialog-empty">
      <b>{title}</b>
      <p>{hint}</p>
      {children && <div className="flow gap-8-24 dialog-empty-acts">{children}</div>}
    </div>
  )
}
