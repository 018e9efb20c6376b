import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { backToTopAfterPx } from '#src/contract/site.ts'
import { trackClick } from '../../browser/analytics.ts'
import type { QrPath } from '../../context/qr-path.server.ts'
import { useSite } from '../../context/site-context.ts'
import { inLanguage } from '../../page/page-link.tsx'
import { ArrowUpIcon } from '../../ui/icons.tsx'

const marks = {
  telegram: 'M2.5 9.2 17 3.4l-2.6 13-4.6-3.5-2.2 2.4-.5-4.3L14 6.4',
  whatsapp: 'M3 17l1-3.6A7 7 0 1 1 6.8 16zM7.4 7.2c.3 2.7 2.4 4.8 5.2 5.2',
  wechat:
    'M8 3.5c-3.3 0-6 2.1-6 4.8 0 1.5.8 2.8 2.1 3.7L3.5 14l2.2-1.1M18 12c0-2.2-2.2-4-5-4s-5 1.8-5 4 2.2 4 5 4c.6 0 1.2-.1 1.7-.2L16.8 17l-.4-1.7c1-.8 1.6-1.9 1.6-3.300z',
  github: 'M7 4 2 10l5 6M13 4l5 6-5 6',
} as const

type Channel = keyof typeof marks

/** Floating buttons: chat, number, WeChat and code; a channel that is not set up leads to the contact page. */
export function ContactBox() {
  const t = useTranslations('frame.contact')
  const locale = useLocale()
  const { contacts, analytics } = useSite()
  const page = inLanguage(locale, '/contact')
  const [open, setOpen] = useState(false)
  const links: [Channel, string, QrPath | undefined][] = [
    ['telegram', contacts.telegram ?? page, contacts.telegramQr],
    ['whatsapp', contacts.whatsapp ?? page, contacts.whatsappQr],
    ['wechat', page, undefined],
    ['github', contacts.github ?? page, undefined],
  ]
  return (
    <aside className="contact-box" aria-label={t('label')} data-open={open || undefined}>
      <button
        type="button"
        className="contact-toggle"
        title={t('label')}
        aria-label={t('label')}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
          <path d={open ? 'M5 5l10 10M15 5L5 15' : marks.wechat} />
        </svg>
      </button>
      {links.map(([channel, href, qr]) => (
        <a
          key={channel}
          href={href}
          title={t(channel)}
          {...(href === page ? {} : { target: '_blank', rel: 'noopener' })}
          onClick={() => trackClick(analytics, 'click-contact-btn', channel)}
        >
          <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
            <path d={marks[channel]} />
          </svg>
          <span className="sr-only">{t(channel)}</span>
          {qr && <Qr code={qr} label={t(channel === 'telegram' ? 'telegramQr' : 'whatsappQr')} />}
        </a>
      ))}
      <BackToTop label={t('top')} />
    </aside>
  )
}

function Qr({ code, label }: { code: QrPath; label: string }) {
  return (
    <svg className="contact-qr" viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={label}>
      <path d={code.d} />
    </svg>
  )
}

function BackToTop({ label }: { label: string }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const look = () => setShown(window.scrollY > backToTopAfterPx)
    requestAnimationFrame(look)
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
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
