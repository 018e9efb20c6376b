import type { RouterContextProvider } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { type Brand, brandOf } from '#src/platform/brand/brand.ts'
import { platformContext } from '../../context/context.ts'
import { type QrPath, qrPath } from '../../context/qr-path.server.ts'
import { inLanguage } from '../../page/page-link.tsx'
import type { ServerPart } from '../../parts/part.tsx'
import { keptPart } from '../../parts/parts.server.tsx'

const marks = {
  telegram: 'M2.5 9.2 17 3.4l-2.6 13-4.6-3.5-2.2 2.4-.5-4.3L14 6.4',
  whatsapp: 'M3 17l1-3.6A7 7 0 1 1 6.8 16zM7.4 7.2c.3 2.7 2.4 4.8 5.2 5.2',
  wechat:
    'M8 3.5c-3.3 0-6 2.1-6 4.8 0 1.5.8 2.8 2.1 3.7L3.5 14l2.2-1.1M18 12c0-2.2-2.2-4-5-4s-5 1.8-5 4 2.2 4 5 4c.6 0 1.2-.1 1.7-.2L16.8 17l-.4-1.7c1-.8 1.6-1.9 1.6-3.300z',
  github: 'M7 4 2 10l5 6M13 4l5 6-5 6',
} as const

type Channel = keyof typeof marks

type Contacts = Pick<Brand, 'telegram' | 'whatsapp' | 'github' | 'whatsappQr'>

/** Links to Telegram, WhatsApp, WeChat and GitHub. A channel without an address links to the contact page. */
export function contactChannels(context: Readonly<RouterContextProvider>): ServerPart {
  const contacts = brandOf(context.get(platformContext))
  return keptPart(context, 'contact-channels', <Channels contacts={contacts} />)
}

function Channels({ contacts: { telegram, whatsapp, github, whatsappQr } }: { contacts: Contacts }) {
  const t = useTranslations('frame.contact')
  const page = inLanguage(useLocale(), '/contact')
  const links: [Channel, string | null, QrPath | null][] = [
    ['telegram', telegram, telegram ? qrPath(telegram) : null],
    ['whatsapp', whatsapp, whatsapp && whatsappQr ? qrPath(whatsapp) : null],
    ['wechat', null, null],
    ['github', github, null],
  ]
  return links.map(([channel, href, qr]) => (
    <a
      key={channel}
      href={href ?? page}
      title={t(channel)}
      {...(href === null ? {} : { target: '_blank', rel: 'noopener' })}
      data-track="click-contact-btn"
      data-tags={channel}
    >
      <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <path d={marks[channel]} />
      </svg>
      <span className="sr-only">{t(channel)}</span>
      {qr && <Qr code={qr} label={t(channel === 'telegram' ? 'telegramQr' : 'whatsappQr')} />}
    </a>
  ))
}

function Qr({ code, label }: { code: QrPath; label: string }) {
  return (
    <svg className="contact-qr" viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={label}>
      <path d={code.d} />
    </svg>
  )
}
