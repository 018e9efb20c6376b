import { cookieText } from '#src/contract/privacy/browser-data.ts'
import { readCookie } from '#src/platform/http/cookie.ts'

export type WithHeaders = { headers: { get(name: string): string | null } }

/** The maximum number of remembered closed announcements. Older announcements have ended or are shown again. */
const keptMax = 20

/** The ids of the announcements that a reader closed, oldest first. */
export function dismissedBy(request: WithHeaders): number[] {
  const value = readCookie(request.headers.get('cookie') ?? '', 'announcements') ?? ''
  return value
    .split('.')
    .filter((text) => /^[1-9]\d{0,8}$/.test(text))
    .slice(-keptMax)
    .map(Number)
}

/** The `Set-Cookie` value that adds one closed announcement. */
export function dismissing(request: WithHeaders, id: number, secure: boolean): string {
  const others = dismissedBy(request).filter((one) => one !== id)
  return cookieText('announcements', [...others, id].slice(-keptMax).join('.'), { secure, httpOnly: true })
}
