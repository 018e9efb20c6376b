import { useTranslations } from 'use-intl'
import { Menu } from '../ui/menu.tsx'
import { useAccount } from './account.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { isBuilt, mainPages, productPages } from './navigation.ts'
import { PageLink } from './page-link.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

export function MobileMenu() {
  const t = useTranslations('frame')
  const { code } = useAccount()
  const products = productPages.filter(({ path }) => isBuilt(path))
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
        {mainPages
          .filter(({ path }) => isBuilt(path))
          .map(({ name, path }) => (
            <PageLink key={name} to={path}>
              {t(`nav.${name}`)}
            </PageLink>
          ))}
        {code === 0 && isBuilt('/dashboard') && <PageLink to="/dashboard">{t('nav.dashboard')}</PageLink>}
        {products.length > 0 && <p className="kick">{t('nav.products')}</p>}
        <div className="mobile-products">
          {products.map(({ name, path }) => (
            <PageLink key={name} to={path}>
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
