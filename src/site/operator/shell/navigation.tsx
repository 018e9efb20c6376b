import { NavLink } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { inLanguage } from '../../page/page-link.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Glyph, type GlyphName } from '../parts/glyph.tsx'
import { type ConsolePageName, consolePages, pathOfPage } from './console-pages.ts'
import type { NeedCounts } from './need-counts.ts'
import './navigation.css'

const glyphs: Record<string, GlyphName> = {
  now: 'pulse',
  customers: 'people',
  money: 'money',
  plans: 'list',
  tickets: 'ticket',
  data: 'chart',
  content: 'page',
  staff: 'shield',
  audit: 'clock',
  installation: 'gear',
}

/** Pages that a phone shows in its bar; further ones stand behind More. */
const barMax = 4

function pagesFor(verbs: readonly string[]): ConsolePageName[] {
  return consolePages.filter((page) => page.verbs.some((verb) => verbs.includes(verb))).map(({ name }) => name)
}

/** The pages that the reader may see: at the side, and on a phone in a bar at the bottom. */
export function Navigation({ verbs, counts }: { verbs: readonly string[]; counts: NeedCounts }) {
  const t = useTranslations('operator.nav')
  const pages = pagesFor(verbs)
  const bar = pages.length > barMax + 1 ? pages.slice(0, barMax) : pages
  const more = pages.slice(bar.length)
  const waiting = more.reduce((sum, name) => sum + (counts[name] ?? 0), 0)
  return (
    <>
      <nav className="console-side" aria-label={t('label')}>
        {pages.map((name) => (
          <PageEntry key={name} name={name} count={counts[name]} />
        ))}
      </nav>
      <nav className="console-bar" aria-label={t('label')}>
        {bar.map((name) => (
          <PageEntry key={name} name={name} count={counts[name]} drawn />
        ))}
        {more.length > 0 && (
          <Menu
            name={t('more') + (waiting > 0 ? t('waiting', { count: waiting }) : '')}
            label={
              <>
                <Glyph name="more" />
                {t('more')}
                {waiting > 0 && <Count count={waiting} isSum={false} />}
              </>
            }
            panel="list-panel panel-end"
          >
            {more.map((name) => (
              <PageEntry key={name} name={name} count={counts[name]} />
            ))}
          </Menu>
        )}
      </nav>
    </>
  )
}

type PageEntryProps = { name: ConsolePageName; count: number | undefined; drawn?: boolean }

function PageEntry({ name, count = 0, drawn = false }: PageEntryProps) {
  const t = useTranslations('operator.nav')
  const path = pathOfPage(name)
  return (
    <NavLink to={inLanguage(useLocale(), path)} end={path === '/operator'}>
      {drawn && <Glyph name={glyphs[name] ?? 'page'} />}
      {t(name)}
      {count > 0 && <Count count={count} isSum={name === 'now'} />}
    </NavLink>
  )
}

/** What waits on a page; `isSum`: on all of them. */
function Count({ count, isSum }: { count: number; isSum: boolean }) {
  const t = useTranslations('operator.nav')
  return (
    <span className="nav-count" data-sum={isSum || undefined}>
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{t('waiting', { count })}</span>
    </span>
  )
}
