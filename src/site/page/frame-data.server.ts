import type { RouterContextProvider } from 'react-router'
import { openTo } from '../announcements/open-to.server.ts'
import { contactSettings, pageSettings } from '../settings.ts'
import { announcementsContext, framedContext, localeContext, platformContext, statusContext } from './context.ts'
import { qrPath } from './qr-path.server.ts'
import { wordsOf } from './words.server.ts'

/** Words and the operator's settings for header, footer and floating parts: the same for all readers of a language. */
export function frameData(context: Readonly<RouterContextProvider>, request: Request) {
  const { settings } = context.get(platformContext)
  const locale = context.get(localeContext)
  const framed = context.get(framedContext)
  const announcements = openTo(request, context.get(announcementsContext).ofStrangers())
  const { docsUrl, blogUrl, whatsappQr, ...contacts } = settings.of(contactSettings)
  const { analyticsUrl, analyticsTagId, analyticsConsent, cookieDomain } = settings.of(pageSettings)
  return {
    locale,
    words: wordsOf(locale, ['frame', 'notfound', 'error']),
    toEverybody: announcements.map(({ id, level, texts }) => ({ id, level, text: texts[locale] })),
    theme: framed?.theme ?? 'light',
    site: {
      framed: framed !== null,
      status: context.get(statusContext).report().state,
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
