import type { AlertFiring } from '#src/contract/account/alerts.ts'
import { addressOf } from './call-route.ts'

/** After a refusal, such as of too many streams: the browser itself tries again only after a cut. */
const retryMs = 30_000

type FiringReader = {
  fired(firing: AlertFiring): void
  /** The stream has begun, or begun again: firings may have been missed before. */
  opened(): void
}

/** Reads the firings of the signed-in account while the page is visible; returns how to end it. */
export function followFirings(reader: FiringReader): () => void {
  let events: EventSource | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  const close = () => {
    clearTimeout(retry)
    events?.close()
    events = null
  }
  const open = () => {
    close()
    const opened = new EventSource(addressOf('GET /api/alerts/events', {}))
    events = opened
    opened.addEventListener('open', () => reader.opened())
    opened.addEventListener('firing', ({ data }) => reader.fired(JSON.parse(data) as AlertFiring))
    opened.addEventListener('error', () => {
      if (opened === events && opened.readyState === EventSource.CLOSED) retry = setTimeout(open, retryMs)
    })
  }
  // Over HTTP/1.1 a browser has six connections to a site: streams of pages in the background would take them all.
  const openIfVisible = () => (document.visibilityState === 'visible' ? events === null && open() : close())
  openIfVisible()
  document.addEventListener('visibilitychange', openIfVisible)
  return () => {
    document.removeEventListener('visibilitychange', openIfVisible)
    close()
  }
}
