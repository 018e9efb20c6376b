import type { Locale } from '#src/contract/locale.ts'
import type { Platform } from '#src/platform/platform.ts'
import { qrPath } from './qr-path.server.ts'
import { wordsOf } from './words.server.ts'

/** What header, footer and floating parts need: words and the operator's settings, the same for every reader of a language. */
export function frameData({ settings }: Platform, locale: Locale) {
  const { brand, mode, gateway, site, pages } = settings
  return {
    locale,
    words: wordsOf(locale, ['frame', 'notfound', 'error']),
    site: {
      name: brand.name,
      supportEmail: brand.supportEmail,
      sandbox: mode === 'sandbox',
      apiUrl: gateway.apiFreeUrl,
      secure: site.publicUrl.startsWith('https:'),
      contacts: {
        ...brand.contacts,
        telegramQr: brand.contacts.telegram ? qrPath(brand.contacts.telegram) : null,
        whatsappQr: brand.contacts.whatsappQr && brand.contacts.whatsapp ? qrPath(brand.contacts.whatsapp) : null,
      },
      docsUrl: brand.docsUrl,
      blogUrl: brand.blogUrl,
      analytics: pages.analytics,
    },
  }
}

export type FrameData = ReturnType<typeof frameData>
export type FrameSettings = FrameData['site']
