const pages = (names: string) => new RegExp(`^/[a-zA-Z-]+/(${names})(/|$)`)
const account = pages('dashboard|payment|operator')
const signIn = pages('login|callback')
const delicate = pages('login|callback|payment')

/** Pages about one person. Clicks on these pages are not counted, and links to them are not preloaded. */
export function isPrivatePage(pathname: string): boolean {
  return account.test(pathname) || signIn.test(pathname)
}

/** Pages that the server shows only to signed-in readers. */
export function isAccountPage(pathname: string): boolean {
  return account.test(pathname)
}

/** Pages of a login or a payment, on which a reload would lose the reader's input. */
export function isDelicatePage(pathname: string): boolean {
  return delicate.test(pathname)
}
