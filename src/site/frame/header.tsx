import { useTranslations } from 'use-intl'
import { Menu } from '../ui/menu.tsx'
import { useAccount } from './account.ts'
import { AccountMenu } from './account-menu.tsx'
import { trackClick } from './analytics.ts'
import { useSite } from './frame-context.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { Mark } from './mark.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { mainPages, productPages } from './navigation.ts'
import { NavigationLink } from './navigation-link.tsx'
import { PageLink } from './page-link.tsx'
import { ProductIcon } from './product-icon.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { useStuck } from './use-stuck.ts'

export function Header({ alwaysSticky }: { alwaysSticky: boolean }) {
  const t = useTranslations('frame')
  const { name } = useSite()
  const stuck = useStuck(alwaysSticky)
  return (
    <header className="site-header" data-stuck={stuck || undefined}>
      <div className="wrap">
        <PageLink to="/" className="mark">
          <Mark />
          {name.toLowerCase()}
        </PageLink>
        <nav aria-label={t('nav.label')} className="main-nav">
          <Navigation />
        </nav>
        <div className="header-tools">
          <LanguageSwitch />
          <ThemeSwitch />
          <AccountMenu />
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}

function Navigation() {
  const t = useTranslations('frame')
  const { analytics } = useSite()
  const { code } = useAccount()
  const count = (path: string) => () => trackClick(analytics, 'click-hearderLink-btn', path)
  const [home, ...others] = mainPages
  return (
    <>
      <PageLink to={home.path} onClick={count(home.path)}>
        {t('nav.home')}
      </PageLink>
      <Menu name={t('nav.products')} label={t('nav.products')} panel="product-panel">
        {productPages.map(({ name, path }) => (
          <PageLink key={name} to={path} onClick={count(path)}>
            <ProductIcon name={name} />
            <span>
              <b>{t(`classes.${name}.name`)}</b>
              {t(`classes.${name}.description`)}
            </span>
          </PageLink>
        ))}
      </Menu>
      {others.map(({ name, path }) => (
        <NavigationLink key={name} path={path} onClick={count(path)}>
          {t(`nav.${name}`)}
        </NavigationLink>
      ))}
      {code === 0 && (
        <PageLink to="/dashboard" onClick={count('/dashboard')}>
          {t('nav.dashboard')}
        </PageLink>
      )}
    </>
  )
}
