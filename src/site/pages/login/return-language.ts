import { isLocale, withoutLocale } from '#src/contract/locale.ts'

/**
 * The path after a sign-in. A new cookie `lang` means that the account has a saved language. The page is then shown in
 * that language, even if the path names another language.
 */
export function inChosenLanguage(path: string, cookies: readonly string[]): string {
  const chosen = cookies.map((cookie) => /^lang=([^;]+)/.exec(cookie)?.[1]).find(isLocale)
  if (!chosen) return path
  const bare = withoutLocale(path)
  return `/${chosen}${bare === '/' ? '' : bare}`
}
