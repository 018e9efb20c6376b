import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { holdKeys } from '../../browser/held-keys.ts'
import { inLanguage } from '../../page/page-link.tsx'

type Palette = typeof import('../../search/palette.tsx').Palette

/**
 * Opens the site search on a click or Ctrl K. Its script loads on first use; keys typed meanwhile are kept. Without
 * scripts the button is a link to the docs search.
 */
export function SearchButton() {
  const t = useTranslations('frame.search')
  const address = inLanguage(useLocale(), '/docs/search')
  const [Palette, setPalette] = useState<Palette | null>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    import('../../search/palette.tsx').then(
      (loaded) => setPalette(() => loaded.Palette),
      () => location.assign(address),
    )
  }, [isOpen, address])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // On the chart, the same keys open the chart's symbol search, which has already called `preventDefault`.
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
      event.preventDefault()
      holdKeys('field')
      setOpen(true)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <a
        href={address}
        className="search-open"
        title={t('all')}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={(event) => {
          event.preventDefault()
          holdKeys('field')
          setOpen(true)
        }}
      >
        <svg
          width="18"
          height="18"
          viewBox="0 0 18 18"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          aria-hidden="true"
        >
          <path d="M12 12l4 4M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0z" />
        </svg>
        <span>{t('label')}</span>
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: it takes no focus, and the link has its name without it */}
        <kbd aria-hidden="true">Ctrl K</kbd>
      </a>
      {isOpen && Palette && <Palette close={() => setOpen(false)} />}
    </>
  )
}
