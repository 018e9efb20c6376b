import { useTranslations } from 'use-intl'
import { mainPages, productPages } from '../../addresses/navigation.ts'
import { Part, type ServerPart } from '../../parts/part.tsx'
import { Menu } from '../../ui/menu.tsx'
import { DashboardLink, HeaderLink } from './header-link.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

export function MobileMenu({ products }: { products: ServerPart | undefined }) {
  const t = useTranslations('frame')
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
          <HeaderLink key={name} path={path}>
            {t(`nav.${name}`)}
          </HeaderLink>
        ))}
        <DashboardLink />
        <HeaderLink path={productPages[0].path}>{t('nav.products')}</HeaderLink>
        <Part part={products} className="mobile-products" />
      </nav>
      <div className="mobile-tools">
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </Menu>
  )
}
