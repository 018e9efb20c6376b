import { type AccentFault, accentColours } from '#src/contract/brand/accent.ts'
import { slugLengthMax, slugPattern } from '#src/contract/brand/slug.ts'
import { settingsGroup } from '../setting.ts'
import { email, line, link, oneOf, text, textThat } from '../setting-schemas.ts'

/** Read these settings with `brandOf` (`brand.ts`), since a brand of the console replaces them. */
export const brandSettings = settingsGroup('Brand', {
  brandName: { env: 'BRAND_NAME', doc: 'the name on every page', schema: line, default: 'Tapewire' },
  brandShortName: {
    env: 'BRAND_SHORT_NAME',
    doc: 'the name below an icon on a phone; empty: BRAND_NAME',
    schema: line,
    default: (textOf) => textOf('BRAND_NAME'),
  },
  brandSlug: {
    env: 'BRAND_SLUG',
    doc: 'the name in the names of packages and files, such as acme-data; set it once, before the first download',
    schema: textThat(
      (text) => text.length <= slugLengthMax && slugPattern.test(text),
      (text) => `is "${text}"; it must be at most ${slugLengthMax} small letters, digits and single hyphens.`,
    ),
    default: 'market-data',
  },
  brandAccent: {
    env: 'BRAND_ACCENT',
    doc: 'the colour of buttons and marks, such as #1155cc; tints and the colours of dark pages are made of it; empty: amber',
    schema: textThat(
      (text) => typeof accentColours(text) !== 'string',
      (text) => accentRefusals[accentColours(text) as AccentFault](text),
    ),
  },
  brandDir: {
    env: 'BRAND_DIR',
    doc: 'folder with wordmark.svg, icon.svg and, for dark pages, wordmark-dark.svg and icon-dark.svg, each SVG or PNG; empty: the built-in mark',
    schema: text,
  },
  poweredBy: {
    env: 'POWERED_BY',
    doc: 'whether the terms name the software: shown or hidden',
    schema: oneOf('shown', 'hidden'),
    default: 'shown',
  },
  supportEmail: {
    env: 'SUPPORT_EMAIL',
    doc: 'where the contact page and mails point',
    schema: email,
    default: 'support@example.com',
  },
  legalEntity: {
    env: 'LEGAL_ENTITY',
    doc: 'who stands behind the site in legal texts and on receipts; empty: the texts say “the operator of this site”',
    schema: line,
  },
  legalAddress: {
    env: 'LEGAL_ADDRESS',
    doc: 'its postal address there; empty: available from SUPPORT_EMAIL',
    schema: line,
  },
})

const accentRefusals: Record<AccentFault, (text: string) => string> = {
  not_a_colour: (text) => `is "${text}"; it must be a colour such as #1155cc.`,
  too_pale: (text) => `is "${text}", which cannot be seen on the light pages (contrast below 1.5).`,
  no_text: (text) => `is "${text}", on which neither dark nor white texts can be read (contrast below 4.5).`,
}

const social = { schema: link, doc: 'social link in the footer; empty: shown without a link' } as const

/** Read these settings with `brandOf` (`brand.ts`), since a brand of the console replaces them. */
export const contactSettings = settingsGroup('Contacts and links', {
  telegram: {
    env: 'TELEGRAM_URL',
    doc: 'support chat, also shown as a QR code; empty: leads to /contact',
    schema: link,
  },
  whatsapp: {
    env: 'WHATSAPP_URL',
    doc: 'support number, such as https://wa.me/…; empty: leads to /contact',
    schema: link,
  },
  securityEmail: {
    env: 'SECURITY_EMAIL',
    doc: 'where weaknesses are reported, in security.txt and the docs; empty: SUPPORT_EMAIL',
    schema: email,
    default: (textOf) => textOf('SUPPORT_EMAIL'),
  },
  whatsappQr: {
    env: 'WHATSAPP_QR',
    doc: 'QR code of WHATSAPP_URL in the contact box: hidden or shown',
    schema: oneOf('hidden', 'shown'),
    default: 'hidden',
  },
  github: {
    env: 'GITHUB_URL',
    doc: 'code-hosting page in footer and contact box; empty: leads to /contact',
    schema: link,
  },
  facebook: { env: 'FACEBOOK_URL', ...social },
  x: { env: 'X_URL', ...social },
  instagram: { env: 'INSTAGRAM_URL', ...social },
  linkedin: { env: 'LINKEDIN_URL', ...social },
  youtube: { env: 'YOUTUBE_URL', ...social },
  pinterest: { env: 'PINTEREST_URL', ...social },
})
