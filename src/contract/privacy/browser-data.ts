import { languageCookieSeconds, localeCookieSeconds, themeCookieSeconds, zoneCookieSeconds } from '../site.ts'

type Cookie = {
  seconds: number
  /** Over https, the cookie's name begins with `__Host-`, which binds the cookie to this host. */
  hostOnly?: true
}

/** Every cookie that the product sets. */
export const cookies = {
  authorization: { seconds: 30 * 86_400, hostOnly: true },
  signed_in: { seconds: 30 * 86_400 },
  'sign-in': { seconds: 600, hostOnly: true },
  sandbox: { seconds: 30 * 86_400, hostOnly: true },
  browser: { seconds: 365 * 86_400, hostOnly: true },
  lang: { seconds: languageCookieSeconds },
  locale: { seconds: localeCookieSeconds },
  theme: { seconds: themeCookieSeconds },
  upcolor: { seconds: themeCookieSeconds },
  analytics: { seconds: themeCookieSeconds },
  announcements: { seconds: themeCookieSeconds },
  zone: { seconds: zoneCookieSeconds },
} as const satisfies Record<string, Cookie>

export type CookieName = keyof typeof cookies

/** All browser storage besides cookies. `local`: until it is cleared; `session`: until the tab is closed. */
export const browserStorage = {
  version: 'local',
  'chart.current': 'local',
  'chart.layouts': 'local',
  'chart.drawings': 'local',
  'chart.recent': 'local',
  'chart.favourites': 'local',
  'chart.watchlist': 'local',
  'reloaded-at': 'session',
  'react-router-scroll-positions': 'session',
} as const satisfies Record<string, 'local' | 'session'>

export type StorageKey = keyof typeof browserStorage
type KeysIn<Where> = { [K in StorageKey]: (typeof browserStorage)[K] extends Where ? K : never }[StorageKey]
export type LocalKey = KeysIn<'local'>
export type TabKey = KeysIn<'session'>

/** The cookie's name on a site that is served over https (`secure`) or over http. */
export function cookieNameOn(secure: boolean, name: CookieName): string {
  return secure && 'hostOnly' in cookies[name] ? `__Host-${name}` : name
}

type CookieOptions = { secure: boolean; httpOnly?: boolean }

/** The value of a `Set-Cookie` header, with the lifetime from `cookies`. An empty value deletes the cookie. */
export function cookieText(name: CookieName, value: string, { secure, httpOnly }: CookieOptions): string {
  const flags = `${httpOnly ? '; HttpOnly' : ''}; SameSite=Lax${secure ? '; Secure' : ''}`
  return `${cookieNameOn(secure, name)}=${value}; Path=/; Max-Age=${value === '' ? 0 : cookies[name].seconds}${flags}`
}

export type ChoiceCookie = 'lang' | 'locale' | 'theme' | 'upcolor' | 'analytics' | 'zone'

/** The text of a cookie that pages write. This function does not read `cookies`, so pages need not load that list. */
export function choiceCookieText(name: ChoiceCookie, value: string, secure: boolean): string {
  const seconds = name === 'lang' ? languageCookieSeconds : name === 'zone' ? zoneCookieSeconds : themeCookieSeconds
  return `${name}=${value}; Path=/; Max-Age=${value === '' ? 0 : seconds}; SameSite=Lax${secure ? '; Secure' : ''}`
}
