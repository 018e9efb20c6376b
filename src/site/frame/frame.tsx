import { type ReactNode, useEffect } from 'react'
import { useMatches } from 'react-router'
import { useTranslations } from 'use-intl'
import { AnnouncementBar } from '../announcements/announcements.tsx'
import { awaitedBy, dropHeldKeys, holdKeys } from '../browser/held-keys.ts'
import { RoutePreloads } from '../browser/route-preloads.tsx'
import { useSite } from '../context/site-context.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Toasts } from '../ui/toast.tsx'
import { ConsentBar } from './footer/consent-bar.tsx'
import { LoadingBar } from './loading-bar.tsx'
import { UpdateBanner } from './update/update-banner.tsx'

/** Parts of the shell that a page changes: `export const handle: PageHandle = { showFooter: false }`. */
export type PageHandle = { showFooter?: boolean; showContact?: boolean; alwaysSticky?: boolean }

export function usePageHandle(): PageHandle {
  return Object.assign({}, ...useMatches().map((match) => match.handle ?? {}))
}

/**
 * Repeats the keys that were pressed before the scripts ran, unless the page has shortcuts: such a page repeats the
 * keys itself.
 */
function pressEarlyKeys() {
  const keys = window.earlyKeys?.splice(0) ?? []
  if (keys.length === 0) return
  const isOwn = awaitedBy() === null
  holdKeys('page', keys)
  if (isOwn) void import('../ui/typing/press-keys.ts').then(({ releaseKeys }) => releaseKeys('page'), dropHeldKeys)
}

type FrameProps = { header: ReactNode; footer?: ReactNode; aside?: ReactNode; children: ReactNode }

/** The elements that all shells share, around a shell's header and footer. */
export function Frame({ header, footer, aside, children }: FrameProps) {
  const t = useTranslations('frame')
  const { sandbox } = useSite()
  useEffect(() => {
    document.documentElement.dataset.mounted = ''
    dispatchEvent(new Event('mounted'))
    pressEarlyKeys()
  }, [])
  return (
    <>
      <AnnouncementBar />
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
      {header}
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      {footer}
      {aside}
      <ConsentBar />
      <RoutePreloads />
      <Toasts />
      <ConfirmDialog />
    </>
  )
}
