/** The value of one cookie of a `Cookie` header; null when it is absent or sent more than once. */
export function readCookie(header: string, name: string): string | null {
  let found: string | null = null
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at < 0 || part.slice(0, at).trim() !== name) continue
    if (found !== null) return null
    found = part.slice(at + 1).trim()
  }
  return found
}
