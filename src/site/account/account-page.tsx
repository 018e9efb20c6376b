import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink, useRevalidator } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { Announcements } from '../announcements/announcements.tsx'
import { refreshAccount, useAccount } from '../browser/account.ts'
import { KeptNote } from '../page/kept-note.tsx'
import { inLanguage } from '../page/page-link.tsx'
import { ActingBand, useActing } from './acting.tsx'
import { type AccountPageName, pageRoles } from './page-roles.ts'
import './account.css'

const pages: readonly { name: AccountPageName; to: string }[] = [
  { name: 'keys', to: '/dashboard' },
  { name: 'usage', to: '/dashboard/usage' },
  { name: 'alerts', to: '/dashboard/alerts' },
  { name: 'orders', to: '/dashboard/orders' },
  { name: 'billing', to: '/dashboard/billing' },
  { name: 'team', to: '/dashboard/team' },
  { name: 'tickets', to: '/dashboard/tickets' },
  { name: 'activity', to: '/dashboard/activity' },
  { name: 'security', to: '/dashboard/security' },
  { name: 'preferences', to: '/dashboard/preferences' },
]

type AccountPageProps = {
  title: ReactNode
  subtitle?: ReactNode
  /** The menu entry to highlight, for a page that is not in the menu itself. */
  within?: AccountPageName
  /** Shown above the title: a link back. */
  above?: ReactNode
  /** Actions for the whole page, beside the title. */
  acts?: ReactNode
  children: ReactNode
}

/**
 * The layout of account pages: list of pages at the side (a strip on a phone), title, content. Needs the messages of
 * `account`.
 */
export function AccountPage({ title, subtitle, within, above, acts, children }: AccountPageProps) {
  const t = useTranslations('account')
  const locale = useLocale()
  const acting = useActing()
  const role = acting?.role ?? 'owner'
  useSignedInHeader()
  const strip = useCurrentInView()
  return (
    <div className="wrap stack account">
      <nav ref={strip} className="nav-links strip account-nav" aria-label={t('nav.label')}>
        {pages
          .filter(({ name }) => pageRoles[name]?.includes(role) ?? true)
          .map(({ name, to }) => (
            <NavLink
              key={name}
              to={inLanguage(locale, to)}
              end={to === '/dashboard'}
              prefetch="intent"
              data-within={name === within || undefined}
            >
              {t(`nav.${name}`)}
            </NavLink>
          ))}
      </nav>
      <div className="stack gap-24 content-start">
        <ActingBand />
        <Announcements />
        <KeptNote />
        <header className="flow-ends at-start account-head">
          <div>
            {above && <p className="kick">{above}</p>}
            <h1 className="inner-title">{title}</h1>
            <p className="text-muted breakable top-4 account-subtitle">{subtitle}</p>
          </div>
          {acts && <div className="flow">{acts}</div>}
        </header>
        {children}
      </div>
    </div>
  )
}

/** Scrolls the current entry of the strip into view, because on a phone the strip is wider than the window. */
function useCurrentInView() {
  const strip = useRef<HTMLElement>(null)
  useEffect(() => {
    const nav = strip.current
    const current = nav?.querySelector<HTMLElement>('[aria-current="page"], [data-within]')
    if (nav && current)
      nav.scrollLeft = current.offsetLeft - nav.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2
  }, [])
  return strip
}

/**
 * When the reader counts as signed out, requests the account again and reloads the page's data, because the reader may
 * have signed in or out in another tab.
 */
function useSignedInHeader() {
  const { code } = useAccount()
  const revalidator = useRevalidator()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the login code requests the data again
  useEffect(() => {
    if (code === 401) void refreshAccount().then(() => revalidator.revalidate())
  }, [code])
}
