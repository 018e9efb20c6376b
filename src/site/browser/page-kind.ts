/** Pages about one person: nothing is counted there and no page is reloaded under their hands. */
const privatePage = /^\/[a-zA-Z-]+\/(login|callback|dashboard|payment|operator)(\/|$)/

export function isPrivatePage(pathname: string): boolean {
  return privatePage.test(pathname)
}

/** In mid-login or mid-payment a reload would cost the reader something. */
export function isDelicatePage(pathname: string): boolean {
  return /^\/[a-zA-Z-]+\/(login|callback|payment)(\/|$)/.test(pathname)
}
