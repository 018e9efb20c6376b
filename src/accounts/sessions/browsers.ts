import { cookieNameOn, cookieText } from '#src/contract/privacy/browser-data.ts'
import { isTimeZone } from '#src/contract/values/clock.ts'
import { readCookie } from '#src/platform/http/cookie.ts'
import type { Db, Platform, Tx } from '#src/platform/platform.ts'
import type { Settings } from '#src/platform/settings.ts'
import { findOwner, hasBrowser, isMemberOf, shareBrowser, touchBrowser } from './browser-store.ts'
import { hashToken, isBrowser, isSecure } from './session.ts'

const shape = /^[A-Za-z0-9_-]{43}$/

/** The number in a browser's cookie, or a new number; null for a program, which keeps no cookies. */
export function browserOf(ctx: Platform, headers: Headers): string | null {
  if (!isBrowser(headers)) return null
  const sent = readCookie(headers.get('cookie') ?? '', cookieNameOn(isSecure(ctx.settings), 'browser'))
  return sent !== null && shape.test(sent) ? sent : ctx.random.bytes(32).toString('base64url')
}

/** The time zone that the login page stored in a cookie; UTC without one, as for programs. */
export function timeZoneOf(headers: Headers): string {
  const sent = readCookie(headers.get('cookie') ?? '', cookieNameOn(false, 'zone')) ?? ''
  return sent.length <= 64 && isTimeZone(sent) ? sent : 'UTC'
}

export function browserCookie(settings: Settings, browser: string): string {
  return cookieText('browser', browser, { secure: isSecure(settings), httpOnly: true })
}

/** Records a sign-in to the account with this browser. */
export async function noteBrowser(ctx: Platform, tx: Tx, accountId: string, browser: string): Promise<void> {
  await touchBrowser(tx, { accountId, hash: hashToken(browser), now: ctx.clock.now() })
}

/** Whether this browser has signed in to the account before. */
export async function knowsBrowser(db: Db, accountId: string, browser: string): Promise<boolean> {
  return hasBrowser(db, accountId, hashToken(browser))
}

/** The hash of the browser if it has signed in to the mailbox's account before, else null. */
export async function ownerInBrowser(db: Db, address: string, browser: string): Promise<string | null> {
  const hash = hashToken(browser)
  return (await findOwner(db, address, hash)) ? hash : null
}

/** Whether one browser has signed in to both accounts. */
export async function sharesBrowser(db: Db, one: string, other: string): Promise<boolean> {
  return shareBrowser(db, one, other)
}

/**
 * Whether an account belongs to the person or to one of the person's teams, or was used in the same browser as the
 * person's account.
 */
export async function isOwnAccount(db: Db, personId: string, accountId: string): Promise<boolean> {
  if (personId === accountId) return true
  return (await isMemberOf(db, personId, accountId)) || (await shareBrowser(db, personId, accountId))
}
