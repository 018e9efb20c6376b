export const locales = ['en-US', 'zh-CN', 'zh-HK'] as const
export type Locale = (typeof locales)[number]
export const defaultLocale: Locale = 'zh-CN'

/** Maps any language tag to a language we speak: en* → en-US; zh-TW, zh-HK, zh-MO, zh-Hant → zh-HK; other zh and the rest → zh-CN. */
export function toLocale(tag: string): Locale {
  const lower = tag.trim().toLowerCase()
  if (/^en\b/.test(lower)) return 'en-US'
  if (/^zh-(tw|hk|mo|hant)\b/.test(lower)) return 'zh-HK'
  return defaultLocale
}

export function isLocale(value: unknown): value is Locale {
  const known: readonly unknown[] = locales
  return known.includes(value)
}
