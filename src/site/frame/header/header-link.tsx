import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { NavigationLink } from '../../addresses/navigation-link.tsx'
import { useAccount } from '../../browser/account.ts'
import { trackClick } from '../../browser/analytics.ts'
import { useSite } from '../../context/site-context.ts'

type HeaderLinkProps = { path: string; className?: string | undefined; children: ReactNode }

export function HeaderLink({ path, className, children }: HeaderLinkProps) {
  const { analytics } = useSite()
  return (
    <NavigationLink
      path={path}
      className={className}
      onClick={() => trackClick(analytics, 'click-hearderLink-btn', path)}
    >
      {children}
    </NavigationLink>
  )
}

/**
 * Shown to signed-in readers. Until the account is loaded, it is shown if the page names a reader or the root element
 * is marked with a session.
 */
export function DashboardLink() {
  const t = useTranslations('frame')
  const { code } = useAccount()
  const { reader } = useSite()
  if (code !== 0 && code !== -1) return null
  return (
    <HeaderLink path="/dashboard" className={code === 0 || reader ? undefined : 'when-member'}>
      {t('nav.dashboard')}
    </HeaderLink>
  )
}
