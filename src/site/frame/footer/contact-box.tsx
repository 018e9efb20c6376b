import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { backToTopAfterPx } from '#src/contract/site.ts'
import { Part, type ServerPart } from '../../parts/part.tsx'
import { ArrowUpIcon } from '../../ui/icons.tsx'

const bubbles =
  'M8 3.5c-3.3 0-6 2.1-6 4.8 0 1.5.8 2.8 2.1 3.7L3.5 14l2.2-1.1M18 12c0-2.2-2.2-4-5-4s-5 1.8-5 4 2.2 4 5 4c.6 0 1.2-.1 1.7-.2L16.8 17l-.4-1.7c1-.8 1.6-1.9 1.6-3.300z'

export function ContactBox({ channels }: { channels: ServerPart | undefined }) {
  const t = useTranslations('frame.contact')
  const [open, setOpen] = useState(false)
  return (
    <aside className="contact-box" aria-label={t('label')} data-open={open || undefined}>
      <button
        type="button"
        className="contact-toggle needs-script"
        title={t('label')}
        aria-label={t('label')}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
          <path d={open ? 'M5 5l10 10M15 5L5 15' : bubbles} />
        </svg>
      </button>
      <Part part={channels} className="contact-channels" />
      <BackToTop label={t('top')} />
    </aside>
  )
}

function BackToTop({ label }: { label: string }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const update = () => setShown(window.scrollY > backToTopAfterPx)
    requestAnimationFrame(update)
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [])
  if (!shown) return null
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      onClick={() => window.scrollTo({ top: 0, behavior: 'smooth' })}
    >
      <ArrowUpIcon />
    </button>
  )
}
