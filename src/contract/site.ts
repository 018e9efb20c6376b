export const languageCookieSeconds = 10 * 365 * 86_400
export const localeCookieSeconds = 365 * 86_400
export const themeCookieSeconds = 365 * 86_400
export const zoneCookieSeconds = 86_400

export const toastMs = 2_000
export const toastFadeMs = 200
export const debounceMs = 500

export const headerScrollDebounceMs = 200
export const backToTopAfterPx = 50

export const symbolPageSize = 30
export const symbolInputDebounceMs = 500
export const symbolScrollMarginPx = 20
export const symbolScrollThreshold = 0.1

export const versionCheckMs = 300_000
export const versionRetryMs = 60_000
export const reloadGuardMs = 10_000
/** How often a page with a pending reload checks whether it is still in use. A page in use is not reloaded. */
export const unsentCheckMs = 2_000

export const routePreloadsMax = 4

export const loadingBarPx = 2
export const loadingBarDurationMs = 2_000
export const loadingBarThrottleMs = 200
export const loadingBarHideMs = 500
export const loadingBarResetMs = 400
export const bannerPxPerFrame = 1
export const bannerFramesPerSecond = 60

export const shareImageSize = { width: 1200, height: 630 } as const
export const contactNameMax = 100
export const contactMessageMax = 5_000

/** The key that anyone may use. It reads only the demo instruments. */
export const demoKey = 'tw_demo_public'

/**
 * This cookie tells scripts that a session exists, because scripts cannot read the session's own cookie. Without this
 * cookie, pages send no account requests.
 */
export const signedInCookie = 'signed_in'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]
/** `auto` follows the language: red rises in zh-CN, green elsewhere. */
export const upColours = ['auto', 'green', 'red'] as const
export type UpColour = (typeof upColours)[number]

/** The maximum number of watchlists of an account, and of entries in a watchlist. */
export const watchlistsMax = 20
export const watchlistSymbolsMax = 100

/** Begins a heading in a watchlist that is exchanged as text: `### Banks`. */
export const sectionMark = '### '
export const sectionNameMax = 40
