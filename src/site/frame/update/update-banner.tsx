import { useEffect, useState } from 'react'
import { useLocale } from 'use-intl'
import { bannerFramesPerSecond, bannerPxPerFrame } from '#src/contract/site.ts'
import { inLanguage } from '../../page/page-link.tsx'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { placeholder, type UpdateWords } from './update-words.ts'

type Offer = { version: string; words: UpdateWords }

/**
 * Offers a new version. After "later" it shows a notice that runs across the page until it is closed. The checking
 * script loads after the page, and the texts only when a version is offered, so no reader waits.
 */
export function UpdateBanner() {
  const address = inLanguage(useLocale(), '/update-words.json')
  const [offer, setOffer] = useState<Offer | null>(null)

  useEffect(() => {
    let words: UpdateWords | null = null
    const offered = new Set<string>()
    const offerUpdate = async (version: string) => {
      if (offered.has(version)) return false
      offered.add(version)
      words = await wordsAt(address)
      if (!words) return false
      const { title, message, confirm: yes, cancel } = words
      return confirm({ title, message: message.replace(placeholder, version), confirm: yes, cancel })
    }
    const later = (version: string) => words && setOffer({ version, words })
    const stops: (() => void)[] = []
    let isLeft = false
    import('../../browser/version-check.ts').then(
      ({ watchBuild, watchVersion }) => {
        if (!isLeft) stops.push(watchVersion(offerUpdate, later), watchBuild(offerUpdate))
      },
      // If the version check cannot be imported, the next opened page tries again.
      () => {},
    )
    return () => {
      isLeft = true
      for (const stop of stops) stop()
    }
  }, [address])

  if (!offer) return null
  const { version, words } = offer
  return (
    <section className="update-banner" aria-label={words.label}>
      <div>
        <p ref={startMarquee}>{words.text.replace(placeholder, version)}</p>
      </div>
      <button type="button" className="btn btn-small btn-quiet" onClick={() => location.reload()}>
        {words.reload}
      </button>
      <button type="button" className="icon-btn" aria-label={words.close} onClick={() => setOffer(null)}>
        <CloseIcon />
      </button>
    </section>
  )
}

/**
 * The texts of the offer; null if they cannot be loaded. Then no offer is made, and the next loaded page is new anyway.
 */
async function wordsAt(address: string): Promise<UpdateWords | null> {
  const response = await fetch(address).catch(() => null)
  return response?.ok ? response.json() : null
}

/**
 * The text moves by twice its own width, so its width sets the duration. With reduced motion, CSS stops the animation.
 */
function startMarquee(text: HTMLElement | null) {
  if (text) text.style.animationDuration = `${(2 * text.clientWidth) / (bannerPxPerFrame * bannerFramesPerSecond)}s`
}
