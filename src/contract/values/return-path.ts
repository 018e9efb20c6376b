export const defaultReturnPath = '/dashboard'
const lengthMax = 2_000
const base = 'https://site.invalid'

/**
 * Checks the path to which a reader returns, both as it is and decoded, since browsers may decode it. Returns the
 * dashboard for a path that is invalid, leaves the site, or leads to `/login` or `/callback`.
 */
export function pathInSite(value: string): string {
  if (value.length > lengthMax || /[\p{Cc}\\]/u.test(value)) return defaultReturnPath
  let path = value.split(/[?#]/, 1)[0] ?? ''
  for (let round = 0; round < 5; round++) {
    if (!isPlainPath(path)) return defaultReturnPath
    const next = undoEscapes(path)
    if (next === null && round === 0) return defaultReturnPath
    path = next ?? path
  }
  if (!URL.canParse(value, base)) return defaultReturnPath
  const { origin, pathname, search, hash } = new URL(value, base)
  const isLogin = /^(\/[a-z]{2}-[a-z]{2})?\/(login|callback)(\/|$)/i.test(pathname)
  return origin !== base || isLogin ? defaultReturnPath : pathname + search + hash
}

/**
 * Whether the path has one leading slash, no empty or dot segments, and no character that a browser would drop or
 * convert.
 */
function isPlainPath(path: string): boolean {
  return path.startsWith('/') && !path.includes('//') && !/[\\\p{Cc}\p{Z}]|(^|\/)\.\.?(\/|$)/u.test(path)
}

function undoEscapes(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    // The percent sign begins no valid UTF-8 sequence.
    return null
  }
}
