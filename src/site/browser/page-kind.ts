/** Pages about one person. Nothing is counted there, and they are never reloaded while in use. */
const privatePage = /^\/[a-zA-Z-]+\/(login|callback|dashboard|payment|operator)(\/|$)/

export function isPrivatePage(pathname: string): boolean {
  return privatePage.test(pathname)
}

/** Pages that the server shows to nobody who is not signed in. */
export function isAccountPage(pathname: string): boolean {
  return /^\/[a-zA-Z-]+\/(dashboard|payment|operator)(\/|$)/.test(pathname)
}

/** Pages of a login or a payment, on which a reload would lose the reader's input. */
export function isDelicatePage(pathname: string): boolean {
  return /^\/[a-zA-Z-]+\/(login|callback|payment)(\/|$)/.test(pathname)
}
