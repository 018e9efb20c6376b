import { useTranslations } from 'use-intl'
import { mainPages, productPages } from '../../addresses/navigation.ts'
import { Part, type ServerPart } from '../../parts/part.tsx'
import { Menu } from '../../ui/menu.tsx'
import { AccountMenu } from './account-menu.tsx'
import { DashboardLink, HeaderLink } from './header-link.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { SearchButton } from './search-button.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { useStuck } from './use-stuck.ts'

/** `brand`: the link home. `products`, `mobileProducts`: links to the pages of all classes. */
type HeaderProps = {
  alwaysSticky: boolean
  brand: ServerPart | undefined
  products: ServerPart | undefined
  mobileProducts: ServerPart | undefined
}

export function Header({ alwaysSticky, brand, products, mobileProducts }: HeaderProps) {
  const t = useTranslations('frame')
  const stuck = useStuck(alwaysSticky)
  return (
    <header className="site-header" data-stuck={stuck || undefined}>
      <div className="wrap">
        <Part part={brand} />
        <nav aria-label={t('nav.label')} className="main-nav">
          <Navigation products={products} />
        </nav>
        <div className="header-tools">
          <SearchButton />
          <LanguageSwitch />
          <ThemeSwitch />
          <AccountMenu />
          <MobileMenu products={mobileProducts} />
        </div>
      </div>
    </header>
  )
}

function Navigation({ products }: { products: ServerPart | undefined }) {
  const t = useTranslations('frame')
  const [home, ...others] = mainPages
  return (
    <>
      <HeaderLink path={home.path}>{t('nav.home')}</HeaderLink>
      <HeaderLink path={productPages[0].path}>{t('nav.products')}</HeaderLink>
      <Menu name={t('nav.productMenu')} label="" className="product-menu">
        <Part part={products} className="product-panel" />
      </Menu>
      {others.map(({ name, path }) => (
        <HeaderLink key={name} path={path}>
          {t(`nav.${name}`)}
        </HeaderLink>
      ))}
      <DashboardLink />
    </>
  )
}
