import { createHash } from 'node:crypto'
import { z } from 'zod'
import { cookieNameOn, cookies, cookieText } from '#src/contract/privacy/browser-data.ts'
import { hourMs, minuteMs } from '#src/contract/time.ts'
import { readCookie } from '#src/platform/http/cookie.ts'
import type { Settings } from '#src/platform/settings.ts'

export const sessionLifeMs = cookies.authorization.seconds * 1_000
/** Sessions of staff are shorter, so that the second factor is required every day. */
export const staffSessionLifeMs = 12 * hourMs
export const recentMs = 15 * minuteMs
export const seenEveryMs = minuteMs

export const signInMethods = ['signup', 'password', 'code', 'passkey', 'provider'] as const
export type SignInMethod = (typeof signInMethods)[number]

export type Session = {
  id: string
  accountId: string
  method: SignInMethod
  createdAt: number
  provedAt: number
  /** The time when the factor was last proven in the session; null: never. */
  factorAt: number | null
  seenAt: number
  expiresAt: number
  userAgent: string
  address: string
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** `__Host-` binds the cookie to this host and requires TLS, so plain http uses another name. */
export function cookieName(settings: Settings): string {
  return cookieNameOn(isSecure(settings), 'authorization')
}

export function isSecure(settings: Settings): boolean {
  return settings.publicUrl.startsWith('https:')
}

/** Sets the session cookie, or deletes it with null. A second cookie shows scripts only whether a session exists. */
export function setSession(headers: Headers, settings: Settings, token: string | null): void {
  const secure = isSecure(settings)
  headers.append('set-cookie', cookieText('authorization', token ?? '', { secure, httpOnly: true }))
  headers.append('set-cookie', cookieText('signed_in', token ? '1' : '', { secure }))
}

const tokenShape = /^[A-Za-z0-9_-]{43}$/

/** The session token of a request, from `Authorization: Bearer` or the cookie; null when missing or malformed. */
export function readSessionToken(settings: Settings, headers: Headers): string | null {
  const authorization = headers.get('authorization')
  if (authorization !== null) {
    const [, token = ''] = /^bearer +(\S+)$/i.exec(authorization.trim()) ?? []
    return tokenShape.test(token) ? token : null
  }
  const cookie = readCookie(headers.get('cookie') ?? '', cookieName(settings))
  return cookie !== null && tokenShape.test(cookie) ? cookie : null
}

/**
 * Whether the caller is a browser, which sends `Origin` or `Sec-Fetch-*`. Only other clients get the session in the
 * body.
 */
export function isBrowser(headers: Headers): boolean {
  return [...headers.keys()].some((name) => name === 'origin' || name.startsWith('sec-fetch-'))
}

/**
 * Sent to every process when sessions end or lose rights in an account. `accountId`: a person's own account or a team's
 * account. `sessionIds` null: all sessions that belong to the account or work in it.
 */
export const sessionChange = z.object({ accountId: z.string(), sessionIds: z.array(z.string()).nullable() })
export type SessionChange = z.infer<typeof sessionChange>
export const sessionChannel = 'sessions'

/** A session, with its person and the account in which it works. */
export type SessionAt = { accountId: string | null; personId: string | null; sessionId: string | null }

export function isAbout({ accountId, sessionIds }: SessionChange, at: SessionAt): boolean {
  if (at.accountId !== accountId && at.personId !== accountId) return false
  return sessionIds === null || (at.sessionId !== null && sessionIds.includes(at.sessionId))
}
