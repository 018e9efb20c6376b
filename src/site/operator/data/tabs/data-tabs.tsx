import { NavLink } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { inLanguage } from '../../../page/page-link.tsx'
import { useCurrentInView } from '../../parts/choice/use-current-in-view.ts'
import '../../parts/choice/tabs.css'
import './data.css'

const tabs = [
  { name: 'imports', path: '/operator/data' },
  { name: 'coverage', path: '/operator/data/coverage' },
  { name: 'sources', path: '/operator/data/sources' },
  { name: 'feedKeys', path: '/operator/data/feed-keys' },
  { name: 'instruments', path: '/operator/data/instruments' },
  { name: 'calendars', path: '/operator/data/calendars' },
  { name: 'checks', path: '/operator/data/checks' },
] as const

export function DataTabs() {
  const t = useTranslations('operatorData.tabs')
  const locale = useLocale()
  const row = useCurrentInView()
  return (
    <nav ref={row} className="nav-links strip ruled-bottom console-tabs" aria-label={t('label')}>
      {tabs.map(({ name, path }) => (
        <NavLink key={name} to={inLanguage(locale, path)} end={name === 'imports'}>
          {t(name)}
        </NavLink>
      ))}
    </nav>
  )
}
