import { locales } from '#src/contract/locale.ts'
import { docSlugs } from '#src/contract/operator/content/doc-pages.ts'

export type KnownPaths = ReadonlyMap<string, string>

/** The canonical paths below a language, by their lower-case form, because the router accepts any case. */
export function knownPaths(paths: readonly string[]): KnownPaths {
  const whole = paths.filter((path) => !/[:*]/.test(path))
  const slugs = docSlugs.map((slug) => `docs/${slug}`)
  return new Map([...whole, ...slugs].map((path) => [path.toLowerCase(), path]))
}

/**
 * The canonical spelling of a path: the usual case, without needless encoding and without a slash at the end. Null if
 * the path is not below a language.
 */
export function canonicalPath(pathname: string, known: KnownPaths): string | null {
  const [, first = '', ...rest] = decodeNeedless(pathname).replace(/\/$/, '').split('/')
  const locale = locales.find((one) => one.toLowerCase() === first.toLowerCase())
  if (!locale) return null
  const path = rest.join('/')
  return path === '' ? `/${locale}` : `/${locale}/${known.get(path.toLowerCase()) ?? path}`
}

/** Decodes percent-encoded letters, digits and `. _ ~ -`. Other encodings stay, in upper case. */
export function decodeNeedless(pathname: string): string {
  return pathname.replace(/%([0-9a-f]{2})/gi, (encoded, hex: string) => {
    const char = String.fromCharCode(Number.parseInt(hex, 16))
    return /[\w.~-]/.test(char) ? char : encoded.toUpperCase()
  })
}
