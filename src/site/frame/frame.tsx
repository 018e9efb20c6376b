import { type ReactNode, useEffect } from 'react'
import { useMatches } from 'react-router'
import { useTranslations } from 'use-intl'
import { RoutePreloads } from '../browser/route-preloads.tsx'
import { useSite } from '../page/frame-context.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Toasts } from '../ui/toast.tsx'
import { ConsentBar } from './consent-bar.tsx'
import { ContactBox } from './contact-box.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header/header.tsx'
import { LoadingBar } from './loading-bar.tsx'
import { UpdateBanner } from './update-banner.tsx'

/** Parts of the frame that a page changes: `export const handle: PageHandle = { showFooter: false }`. */
export type PageHandle = { showHeader?: boolean; showFooter?: boolean; showContact?: boolean; alwaysSticky?: boolean }

export function usePageHandle(): PageHandle {
  return Object.assign({}, ...useMatches().map((match) => match.handle ?? {}))
}

/** `sticky` draws the header as if the page were scrolled, where no page says so itself. */
export function Frame({ children, sticky = false }: { children: ReactNode; sticky?: boolean }) {
  const t = useTranslations('frame')
  useEffect(() => {
    document.documentElement.dataset.mounted = ''
    dispatchEvent(new Event('mounted'))
  }, [])
  const { sandbox } = useSite()
  const { showHeader = true, showFooter = true, showContact = true, alwaysSticky = sticky } = usePageHandle()
  return (
    <>
      <div className="preloader needs-script" aria-hidden="true" />
      <a href="#content" className="skip">
        {t('skip')}
      </a>
      {sandbox && (
        <aside className="sandbox-mark" aria-label={t('sandbox')}>
          {t('sandbox')}
        </aside>
      )}
      <UpdateBanner />
      <LoadingBar />
      {showHeader && <Header alwaysSticky={alwaysSticky} />}
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      {showFooter && <Footer />}
      {showContact && <ContactBox />}
      <ConsentBar />
      <RoutePreloads />
      <Toasts />
      <ConfirmDialog />
    </>
  )
}
