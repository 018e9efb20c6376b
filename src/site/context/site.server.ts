import type { RouterContextProvider } from 'react-router'
import { createTranslator } from 'use-intl/core'
import type { OverallState } from '#src/contract/status/status.ts'
import { contactSettings, pageSettings } from '../settings.ts'
import { framedContext, localeContext, platformContext, statusContext } from './context.ts'
import { wordsOf } from './words.server.ts'

/** The signed-in reader, as the header shows them. */
export type Reader = { email: string; imageUrl: string | null }

export type SiteStatus = { state: OverallState; text: string }

export function siteStatus(context: Readonly<RouterContextProvider>): SiteStatus {
  const { state } = context.get(statusContext).report()
  const locale = context.get(localeContext)
  const t = createTranslator({
    locale,
    messages: wordsOf(context.get(platformContext), locale, ['frame']),
    namespace: 'frame.footer',
  })
  return { state, text: t('status', { state: t(`states.${state}`) }) }
}

/** The operator's settings for the header, footer and floating buttons, and the current status of the installation. */
export function siteOf(context: Readonly<RouterContextProvider>) {
  const { settings } = context.get(platformContext)
  const { docsUrl, blogUrl, whatsappQr: _, ...contacts } = settings.of(contactSettings)
  const { analyticsUrl, analyticsTagId, analyticsConsent, cookieDomain } = settings.of(pageSettings)
  return {
    framed: context.get(framedContext) !== null,
    status: siteStatus(context),
    /** Set by pages that know the session; a page for everybody knows none. */
    reader: null as Reader | null,
    name: settings.brandName,
    publicUrl: settings.publicUrl,
    supportEmail: settings.supportEmail,
    sandbox: settings.mode === 'sandbox',
    apiUrl: settings.apiFreeUrl,
    secure: settings.publicUrl.startsWith('https:'),
    domain: cookieDomain,
    contacts: known(contacts),
    docsUrl,
    blogUrl,
    analytics: { scriptUrl: analyticsUrl, tagId: analyticsTagId, consent: analyticsConsent },
  }
}

export type Site = ReturnType<typeof siteOf>

/** Drops unset contacts, because every page carries this object. */
function known<T extends object>(contacts: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(contacts).filter(([, value]) => value !== null)) as never
}
