import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { bannerFramesPerSecond, bannerPxPerFrame } from '#src/contract/site.ts'
import { confirm } from '../ui/confirm-dialog.tsx'
import { CloseIcon } from '../ui/icons.tsx'

/**
 * Offers a new version when there is one; after "later", the notice that runs across the page until it is closed. What looks for
 * it comes after the page: no reader waits for it.
 */
export function UpdateBanner() {
  const t = useTranslations('frame.banner')
  const ask = useTranslations('frame.version')
  const [version, setVersion] = useState<string | null>(null)

  useEffect(() => {
    const offer = (next: string) =>
      confirm({
        title: ask('title'),
        message: ask('message', { version: next }),
        confirm: ask('confirm'),
        cancel: ask('cancel'),
      })
    const stops: (() => void)[] = []
    let isLeft = false
    import('../browser/version-check.ts').then(
      ({ watchBuild, watchVersion }) => {
        if (!isLeft) stops.push(watchVersion(offer, setVersion), watchBuild())
      },
      // The next page that is opened looks.
      () => {},
    )
    return () => {
      isLeft = true
      for (const stop of stops) stop()
    }
  }, [ask])

  if (version === null) return null
  return (
    <section className="update-banner" aria-label={t('label')}>
      <div>
        <p ref={startMarquee}>{t('text', { version })}</p>
      </div>
      <button type="button" className="btn btn-small btn-quiet" onClick={() => location.reload()}>
        {t('reload')}
      </button>
      <button type="button" className="icon-btn" aria-label={t('close')} onClick={() => setVersion(null)}>
        <CloseIcon />
      </button>
    </section>
  )
}

/** It moves by its own width, so the duration follows from the distance. CSS stops it for reduced motion. */
function startMarquee(text: HTMLElement | null) {
  if (text) text.style.animationDuration = `${(2 * text.clientWidth) / (bannerPxPerFrame * bannerFramesPerSecond)}s`
}
