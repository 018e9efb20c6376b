import { useTranslations } from 'use-intl'
import { PageLink } from '../page/page-link.tsx'

type CursorPagerProps = { label: string; to: string; isFirst: boolean; next: string | null }

/** Links to a list's next and first page; nothing for a list of one page. Needs the messages of `account`. */
export function CursorPager({ label, to, isFirst, next }: CursorPagerProps) {
  const t = useTranslations('account.pager')
  if (isFirst && next === null) return null
  return (
    <nav className="pay-pager" aria-label={label}>
      {!isFirst && (
        <PageLink className="btn btn-small btn-outline" to={to}>
          {t('newest')}
        </PageLink>
      )}
      {next !== null && (
        <PageLink className="btn btn-small btn-outline" to={`${to}?after=${encodeURIComponent(next)}`}>
          {t('older')}
        </PageLink>
      )}
    </nav>
  )
}
