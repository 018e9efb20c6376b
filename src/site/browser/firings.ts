import type { AlertFiring } from '#src/contract/account/alerts.ts'
import { addressOf } from './call-route.ts'

/** The wait after a refusal, such as too many streams. A browser reconnects only after a lost connection. */
const retryMs = 30_000

type FiringReader = {
  fired(firing: AlertFiring): void
  /** Called when the stream has begun or reconnected: firings before that may have been missed. */
  opened(): void
}

/** Reads the firings of the signed-in account while the page is visible. Returns a function that stops reading. */
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
  // Over HTTP/1.1 a browser has only six connections per site; streams of background pages would use them all.
  const openIfVisible = () => (document.visibilityState === 'visible' ? events === null && open() : close())
  openIfVisible()
  document.addEventListener('visibilitychange', openIfVisible)
  return () => {
    document.removeEventListener('visibilitychange', openIfVisible)
    close()
  }
}
