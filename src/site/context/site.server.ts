import type { RouterContextProvider } from 'react-router'
import { createTranslator } from 'use-intl/core'
import type { AccentColours, AccentTheme } from '#src/contract/brand/accent.ts'
import { chatNames, socialNames } from '#src/contract/brand/brand-names.ts'
import type { OverallState } from '#src/contract/status/status.ts'
import { type Brand, brandOf } from '#src/platform/brand/brand.ts'
import { pageSettings } from '../settings.ts'
import { framedContext, localeContext, platformContext, statusContext } from './context.ts'
import { wordsOf } from './words.server.ts'

/** The data of the signed-in reader that the header shows. */
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
  const ctx = context.get(platformContext)
  const { settings } = ctx
  const framed = context.get(framedContext)
  const brand = brandOf(ctx)
  const { docsUrl, blogUrl, analyticsUrl, analyticsTagId, analyticsConsent, cookieDomain } = settings.of(pageSettings)
  return {
    framed: framed && (framed.isBare ? ('bare' as const) : ('whole' as const)),
    status: siteStatus(context),
    /** Set by pages that know the session; null in pages for everybody. */
    reader: null as Reader | null,
    name: brand.name,
    version: brand.version,
    ...lookOf(brand),
    ...(brand.edition > 0 && { ownBrand: true }),
    publicUrl: settings.publicUrl,
    supportEmail: brand.supportEmail,
    sandbox: settings.mode === 'sandbox',
    apiUrl: settings.apiFreeUrl,
    secure: settings.publicUrl.startsWith('https:'),
    domain: cookieDomain,
    contacts: known(Object.fromEntries([...chatNames, ...socialNames].map((name) => [name, brand[name]])) as Contacts),
    docsUrl,
    blogUrl,
    analytics: { scriptUrl: analyticsUrl, tagId: analyticsTagId, consent: analyticsConsent },
  }
}

export type Site = ReturnType<typeof siteOf>

/** `wordmark`: its width divided by its height. `dark`: the pictures that have a version for dark pages. */
type Look = {
  wordmark?: number
  icon?: true
  dark?: ('wordmark' | 'icon')[]
  /** The colour of the browser's own bar. */
  bar?: string
  /** CSS rules with the colours of the accent. */
  css?: string
}

/** The operator's own pictures and colours. Without them, `look` is left out of every page. */
function lookOf({ wordmarkRatio, wordmarkDark, icon, iconDark, accent, colours }: Brand): { look?: Look } {
  if (wordmarkRatio === null && icon === null && accent === null) return {}
  const dark = [
    ...(wordmarkDark === null ? [] : ['wordmark' as const]),
    ...(iconDark === null ? [] : ['icon' as const]),
  ]
  return {
    look: {
      ...(wordmarkRatio !== null && { wordmark: wordmarkRatio }),
      ...(icon !== null && { icon: true }),
      ...(dark.length > 0 && { dark }),
      ...(accent !== null && { bar: colours.light.accent, css: accentRules(colours) }),
    },
  }
}

/** CSS that replaces the accent of `styles/colours.css`. */
function accentRules({ light, dark }: AccentColours): string {
  const rules = ({ accent, text, wash }: AccentTheme) => `--accent:${accent};--on-accent:${text};--wash:${wash}`
  return `:root{${rules(light)};--accent-code:${dark.accent};--on-accent-code:${dark.text}}:root[data-theme="dark"]{${rules(dark)}}`
}

type Contacts = Record<(typeof chatNames)[number] | (typeof socialNames)[number], string | null>

/** Drops unset contacts, because every page contains this object. */
function known<T extends object>(contacts: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(contacts).filter(([, value]) => value !== null)) as never
}
