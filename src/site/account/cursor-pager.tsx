import { useTranslations } from 'use-intl'
import { ListLink } from './list/list-controls.tsx'

type CursorPagerProps = { label: string; isFirst: boolean; next: string | null }

/** Links to a list's next and first page; nothing for a list of one page. Needs the messages of `account`. */
export function CursorPager({ label, isFirst, next }: CursorPagerProps) {
  const t = useTranslations('account.pager')
  if (isFirst && next === null) return null
  return (
    <nav className="pad-12-20 ruled-top pay-pager" aria-label={label}>
      {!isFirst && (
        <ListLink className="btn btn-small btn-outline" change={{ after: '' }}>
          {t('newest')}
        </ListLink>
      )}
      {next !== null && (
        <ListLink className="btn btn-small btn-outline" change={{ after: next }}>
          {t('older')}
        </ListLink>
      )}
    </nav>
  )
}
