import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { NavigationLink } from '../../addresses/navigation-link.tsx'
import { useAccount } from '../../browser/account.ts'
import { trackClick } from '../../browser/analytics.ts'
import { useSite } from '../../context/site-context.ts'

export function HeaderLink({ path, children }: { path: string; children: ReactNode }) {
  const { analytics } = useSite()
  return (
    <NavigationLink path={path} onClick={() => trackClick(analytics, 'click-hearderLink-btn', path)}>
      {children}
    </NavigationLink>
  )
}

export function DashboardLink() {
  const t = useTranslations('frame')
  const { code } = useAccount()
  return code === 0 ? <HeaderLink path="/dashboard">{t('nav.dashboard')}</HeaderLink> : null
}
