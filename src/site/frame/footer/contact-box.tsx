import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { backToTopAfterPx } from '#src/contract/site.ts'
import { Part, type ServerPart } from '../../parts/part.tsx'
import { ArrowUpIcon } from '../../ui/icons.tsx'

const bubble = 'M2.5 4h15v9.5H9L5 17v-3.5H2.5z'

export function ContactBox({ channels }: { channels: ServerPart | undefined }) {
  const t = useTranslations('frame.contact')
  const [open, setOpen] = useState(false)
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const update = () => setAway(scrollY > backToTopAfterPx)
    requestAnimationFrame(update)
    addEventListener('scroll', update)
    return () => removeEventListener('scroll', update)
  }, [])
  return (
    <aside className="contact-box" aria-label={t('label')}>
      <button
        type="button"
        className="contact-toggle needs-script"
        title={t('label')}
        aria-label={t('label')}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
          <path d={open ? 'M5 5l10 10M15 5L5 15' : bubble} />
        </svg>
      </button>
      <Part part={channels} className="contact-channels" />
      {isAway && (
        <button
          type="button"
          title={t('top')}
          aria-label={t('top')}
          onClick={() => scrollTo({ top: 0, behavior: 'smooth' })}
        >
          <ArrowUpIcon />
        </button>
      )}
    </aside>
  )
}
