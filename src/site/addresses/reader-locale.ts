import { defaultLocale, isLocale, type Locale, supportedLocale, toLocale } from '#src/contract/locale.ts'

/** The value of one cookie, decoded; null if the cookie is absent or malformed. */
export function cookieOf(header: string | null, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const [key, ...rest] = part.split('=')
    if (key?.trim() !== name) continue
    try {
      return decodeURIComponent(rest.join('=').trim())
    } catch {
      // A malformed cookie counts as absent.
      return null
    }
  }
  return null
}

/** The reader's language: cookie `lang`, cookie `locale`, `Accept-Language`, then the site's default. */
export function readerLocale(headers: Headers, fallback: Locale = defaultLocale): Locale {
  const cookies = headers.get('cookie')
  const stored = cookieOf(cookies, 'lang') ?? cookieOf(cookies, 'locale')
  if (stored) return isLocale(stored) ? stored : toLocale(stored)
  return preferredLocale(headers.get('accept-language')) ?? fallback
}

/** Whether a cookie has a language that is not supported. A redirect then replaces the cookie. */
export function storedLocaleIsForeign(headers: Headers): boolean {
  const stored = ['lang', 'locale'].map((name) => cookieOf(headers.get('cookie'), name))
  return stored.some((locale) => locale !== null && !isLocale(locale))
}

function preferredLocale(acceptLanguage: string | null): Locale | null {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean)
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return wanted.map(({ tag }) => supportedLocale(tag)).find((locale) => locale !== null) ?? null
}
