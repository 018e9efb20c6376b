/** The page of a form that was sent without scripts, from the `Referer` header, if it is on this site. */
export function pageBefore({ headers }: Request, otherwise: string): string {
  const referer = headers.get('referer') ?? ''
  if (!URL.canParse(referer)) return otherwise
  const { host, pathname, search } = new URL(referer)
  return host === headers.get('host') && /^\/(?!\/)/.test(pathname) ? pathname + search : otherwise
}
