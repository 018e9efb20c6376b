import type { Click, ClickEvent } from '#src/contract/account/support.ts'
import { toLocale } from '#src/contract/locale.ts'
import { debounceMs } from '#src/contract/site.ts'
import { callRoute } from './call-route.ts'
import { isPrivatePage } from './page-kind.ts'
import { readCookie, writeCookie } from './reader-cookies.ts'

type Analytics = { scriptUrl: string | null; tagId: string | null; consent: 'required' | 'given' }

declare global {
  interface Window {
    dataLayer?: unknown[]
    [disable: `ga-disable-${string}`]: boolean
  }
}

const consentCookie = 'analytics'
const waiting = new Map<ClickEvent, { click: Click; timer: ReturnType<typeof setTimeout> }>()

/** Whether clicks may be counted: consent is given or not required. Null before the reader has answered. */
export function mayCount({ consent }: Analytics): boolean | null {
  if (consent === 'given') return true
  const answer = readCookie(consentCookie)
  return answer === null ? null : answer === 'yes'
}

export function answerConsent(allowed: boolean, secure: boolean) {
  writeCookie(consentCookie, allowed ? 'yes' : 'no', secure)
}

/**
 * Counts a click if clicks may be counted on this page: at most one per event in 500 ms, at our own endpoint and with
 * the configured tag. Leaving the page sends waiting clicks at once.
 */
export function trackClick(analytics: Analytics, event: ClickEvent, tags: string) {
  if (isPrivatePage(location.pathname) || mayCount(analytics) !== true) return
  clearTimeout(waiting.get(event)?.timer)
  const click = {
    event,
    page_path: location.pathname,
    page_title: document.title,
    page_language: toLocale(document.documentElement.lang),
    page_url: location.origin + location.pathname,
    event_tags: tags,
    event_time: Date.now(),
  }
  waiting.set(event, { click, timer: setTimeout(() => send(click), debounceMs) })
  addEventListener('pagehide', sendWaiting)
}

function sendWaiting() {
  for (const { click, timer } of waiting.values()) {
    clearTimeout(timer)
    send(click)
  }
}

function send(click: Click) {
  waiting.delete(click.event)
  void callRoute('POST /api/events', { body: click }, { keepalive: true })
  const { event, ...fields } = click
  sendCommand('event', event, fields)
}

/** The tag's script reads commands from `arguments` objects and ignores arrays. */
function sendCommand(..._command: unknown[]) {
  // biome-ignore lint/complexity/noArguments: see above
  tagLayer()?.push(arguments)
}

function tagLayer(): unknown[] | undefined {
  return window.dataLayer
}

export function setTagEnabled(tagId: string, enabled: boolean) {
  window[`ga-disable-${tagId}`] = !enabled
}

/** Loads the operator's tag script once, only if clicks may be counted, and never on private pages. */
export function loadTag({ scriptUrl, tagId, consent }: Analytics) {
  if (!scriptUrl) return
  if (!tagId) {
    console.error('Missing Google tag ID')
    return
  }
  if (isPrivatePage(location.pathname)) return setTagEnabled(tagId, false)
  if (mayCount({ scriptUrl, tagId, consent }) !== true) return
  setTagEnabled(tagId, true)
  if (tagLayer()) return
  window.dataLayer = []
  sendCommand('js', new Date())
  sendCommand('config', tagId)
  const script = document.createElement('script')
  script.async = true
  script.src = `${scriptUrl}?id=${encodeURIComponent(tagId)}`
  document.head.append(script)
}
