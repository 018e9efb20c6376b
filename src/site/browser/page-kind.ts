/** Pages about one person: nothing is counted there and no page is reloaded under their hands. */
const privatePage = /^\/[a-zA-Z-]+\/(login|callback|dashboard|payment|operator)(\/|$)/

export function isPrivatePage(pathname: string): boolean {
  return privatePage.test(pathname)
}

/** During a login or a payment a reload would lose the reader's input. */
export function isDelicatePage(pathname: string): boolean {
  return /^\/[a-zA-Z-]+\/(login|callback|payment)(\/|$)/.test(pathname)
}
