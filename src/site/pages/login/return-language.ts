import { isLocale, withoutLocale } from '#src/contract/locale.ts'

/**
 * Where a sign-in leads: `lang` among the cookies it brought is the language that the account chose, and this browser had none of
 * its own. The page that the reader asked for is then read in it, even where its address named another.
 */
export function inChosenLanguage(path: string, cookies: readonly string[]): string {
  const chosen = cookies.map((cookie) => /^lang=([^;]+)/.exec(cookie)?.[1]).find(isLocale)
  if (!chosen) return path
  const bare = withoutLocale(path)
  return `/${chosen}${bare === '/' ? '' : bare}`
}
