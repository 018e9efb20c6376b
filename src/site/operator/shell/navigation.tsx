import { Fragment } from 'react'
import { NavLink } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { inLanguage } from '../../page/page-link.tsx'
import { failed } from '../../reads/read.ts'
import { Missing } from '../../reads/shown.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Glyph, type GlyphName } from '../parts/marks/glyph.tsx'
import { type ConsolePageName, consolePages, pathOfPage } from './console-pages.ts'
import type { Waiting } from './waiting.ts'
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
  handbook: 'book',
}

/** The first page of the second group. The first group has the pages of daily work. */
const firstOfUpkeep: ConsolePageName = 'content'

/**
 * The number of pages in a phone's bar that has the button More. The bar has this button only if at least two pages
 * would be behind it.
 */
const barMax = 4

function pagesFor(verbs: readonly string[]): ConsolePageName[] {
  return consolePages.filter((page) => page.verbs.some((verb) => verbs.includes(verb))).map(({ name }) => name)
}

/** Links to the pages that the reader may see: at the side, or in a bar at the bottom of a phone. */
export function Navigation({ verbs, waiting }: { verbs: readonly string[]; waiting: Waiting }) {
  const t = useTranslations('operator.nav')
  const pages = pagesFor(verbs)
  const bar = pages.length > barMax + 1 ? pages.slice(0, barMax) : pages
  const more = pages.slice(bar.length)
  const behind = more.reduce((sum, name) => sum + (waiting.counts[name] ?? 0), 0)
  return (
    <>
      <nav className="nav-links console-side" aria-label={t('label')}>
        {pages.map((name) => (
          <Fragment key={name}>
            {name === firstOfUpkeep && <hr />}
            <PageEntry {...{ name, waiting }} />
          </Fragment>
        ))}
      </nav>
      <nav className="console-bar" aria-label={t('label')}>
        {bar.map((name) => (
          <PageEntry key={name} {...{ name, waiting }} drawn />
        ))}
        {more.length > 0 && (
          <Menu
            label={
              <>
                <Glyph name="more" />
                {t('more')}
                {behind > 0 && <Count count={behind} isSum={false} />}
              </>
            }
            panel="list-panel panel-end"
          >
            {more.map((name) => (
              <PageEntry key={name} {...{ name, waiting }} />
            ))}
          </Menu>
        )}
      </nav>
    </>
  )
}

type PageEntryProps = { name: ConsolePageName; waiting: Waiting; drawn?: boolean }

function PageEntry({ name, waiting: { counts, hasDraft, isKnown }, drawn = false }: PageEntryProps) {
  const t = useTranslations('operator.nav')
  const path = pathOfPage(name)
  const count = counts[name] ?? 0
  return (
    <NavLink to={inLanguage(useLocale(), path)} end={path === '/operator'}>
      {drawn && <Glyph name={glyphs[name] ?? 'page'} />}
      {t(name)}
      {count > 0 && <Count count={count} isSum={name === 'now'} />}
      {name === 'now' && !isKnown && <Missing read={failed()} />}
      {name === 'plans' && hasDraft && (
        <span className="nav-draft">
          <span className="sr-only">{t('draft')}</span>
        </span>
      )}
    </NavLink>
  )
}

/**
 * The number of needs of one console page, or of all pages behind the button More. `isSum`: this is the number of all
 * needs.
 */
function Count({ count, isSum }: { count: number; isSum: boolean }) {
  const t = useTranslations('operator.nav')
  return (
    <span className="nav-count" data-sum={isSum || undefined}>
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{t('waiting', { count })}</span>
    </span>
  )
}
