import { useTranslations } from 'use-intl'
import { Menu } from '../ui/menu.tsx'
import { useAccount } from './account.ts'
import { trackClick } from './analytics.ts'
import { useSite } from './frame-context.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { mainPages, productPages } from './navigation.ts'
import { NavigationLink } from './navigation-link.tsx'
import { PageLink } from './page-link.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

export function MobileMenu() {
  const t = useTranslations('frame')
  const { code } = useAccount()
  const { analytics } = useSite()
  const count = (path: string) => () => trackClick(analytics, 'click-hearderLink-btn', path)
  return (
    <Menu
      name={t('nav.menu')}
      className="mobile-menu"
      panel="mobile-panel"
      label={
        <svg
          width="22"
          height="22"
          viewBox="0 0 22 22"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          aria-hidden="true"
        >
          <path d="M3 6.5h16M3 11h16M3 15.5h16" className="bars" />
          <path d="M5 5l12 12M17 5L5 17" className="cross" />
        </svg>
      }
    >
      <nav aria-label={t('nav.menu')}>
        {mainPages.map(({ name, path }) => (
          <NavigationLink key={name} path={path} onClick={count(path)}>
            {t(`nav.${name}`)}
          </NavigationLink>
        ))}
        {code === 0 && (
          <PageLink to="/dashboard" onClick={count('/dashboard')}>
            {t('nav.dashboard')}
          </PageLink>
        )}
        <p className="kick">{t('nav.products')}</p>
        <div className="mobile-products">
          {productPages.map(({ name, path }) => (
            <PageLink key={name} to={path} onClick={count(path)}>
              {t(`classes.${name}.name`)}
            </PageLink>
          ))}
        </div>
      </nav>
      <div className="mobile-tools">
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </Menu>
  )
}
