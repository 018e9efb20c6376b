import type { Locale } from '#src/contract/locale.ts'
import type { OverallState } from '#src/contract/status/status.ts'
import type { Platform } from '#src/platform/platform.ts'
import { contactSettings, pageSettings } from '../settings.ts'
import { qrPath } from './qr-path.server.ts'
import { wordsOf } from './words.server.ts'

/** Words and the operator's settings for header, footer and floating parts: the same for all readers of a language. */
export function frameData({ settings }: Platform, locale: Locale, status: OverallState) {
  const { docsUrl, blogUrl, whatsappQr, ...contacts } = settings.of(contactSettings)
  const { analyticsUrl, analyticsTagId, analyticsConsent, cookieDomain } = settings.of(pageSettings)
  return {
    locale,
    words: wordsOf(locale, ['frame', 'notfound', 'error']),
    site: {
      status,
      name: settings.brandName,
      supportEmail: settings.supportEmail,
      sandbox: settings.mode === 'sandbox',
      apiUrl: settings.apiFreeUrl,
      secure: settings.publicUrl.startsWith('https:'),
      domain: cookieDomain,
      contacts: {
        ...contacts,
        telegramQr: contacts.telegram ? qrPath(contacts.telegram) : null,
        whatsappQr: whatsappQr === 'shown' && contacts.whatsapp ? qrPath(contacts.whatsapp) : null,
      },
      docsUrl,
      blogUrl,
      analytics: { scriptUrl: analyticsUrl, tagId: analyticsTagId, consent: analyticsConsent },
    },
  }
}

export type FrameData = ReturnType<typeof frameData>
export type FrameSettings = FrameData['site']
