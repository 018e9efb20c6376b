import type { ReactNode } from 'react'
import { useMatches } from 'react-router'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Toasts } from '../ui/toast.tsx'
import { Footer } from './footer.tsx'
import { useSite } from './frame-context.ts'
import { Header } from './header.tsx'
import { LoadingBar } from './loading-bar.tsx'

/** What a page may switch off or change around itself: `export const handle: PageHandle = { showFooter: false }`. */
export type PageHandle = { showHeader?: boolean; showFooter?: boolean; showContact?: boolean; alwaysSticky?: boolean }

export function usePageHandle(): PageHandle {
  return Object.assign({}, ...useMatches().map((match) => match.handle ?? {}))
}

export function Frame({ children }: { children: ReactNode }) {
  const t = useTranslations('frame')
  const { sandbox } = useSite()
  const { showHeader = true, showFooter = true, alwaysSticky = false } = usePageHandle()
  return (
    <>
      <a href="#content" className="skip">
        {t('skip')}
      </a>
      {sandbox && <p className="sandbox-mark">{t('sandbox')}</p>}
      {showHeader && <Header alwaysSticky={alwaysSticky} />}
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      {showFooter && <Footer />}
      <LoadingBar />
      <Toasts />
      <ConfirmDialog />
    </>
  )
}
