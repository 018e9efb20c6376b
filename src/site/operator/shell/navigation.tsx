import { NavLink } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { inLanguage } from '../../page/page-link.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Glyph, type GlyphName } from '../parts/glyph.tsx'
import { type ConsolePageName, consolePages, pathOfPage } from './console-pages.ts'
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
export function Navigation({ verbs }: { verbs: readonly string[] }) {
  const t = useTranslations('operator.nav')
  const pages = pagesFor(verbs)
  const bar = pages.length > barMax + 1 ? pages.slice(0, barMax) : pages
  const more = pages.slice(bar.length)
  return (
    <>
      <nav className="console-side" aria-label={t('label')}>
        {pages.map((name) => (
          <PageEntry key={name} name={name} />
        ))}
      </nav>
      <nav className="console-bar" aria-label={t('label')}>
        {bar.map((name) => (
          <PageEntry key={name} name={name} drawn />
        ))}
        {more.length > 0 && (
          <Menu
            name={t('more')}
            label={
              <>
                <Glyph name="more" />
                {t('more')}
              </>
            }
            panel="list-panel panel-end"
          >
            {more.map((name) => (
              <PageEntry key={name} name={name} />
            ))}
          </Menu>
        )}
      </nav>
    </>
  )
}

function PageEntry({ name, drawn = false }: { name: ConsolePageName; drawn?: boolean }) {
  const t = useTranslations('operator.nav')
  const path = pathOfPage(name)
  return (
    <NavLink to={inLanguage(useLocale(), path)} end={path === '/operator'}>
      {drawn && <Glyph name={glyphs[name] ?? 'page'} />}
      {t(name)}
    </NavLink>
  )
}
