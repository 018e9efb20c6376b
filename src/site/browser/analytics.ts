import type { Click, ClickEvent } from '#src/contract/account/support.ts'
import { toLocale } from '#src/contract/locale.ts'
import { debounceMs } from '#src/contract/site.ts'
import { ask } from './ask.ts'
import { isPrivatePage } from './page-kind.ts'
import { readCookie, writeCookie } from './reader-cookies.ts'

/** The operator's tag, and whether readers are asked first. */
type Analytics = { scriptUrl: string | null; tagId: string | null; consent: 'required' | 'given' }

declare global {
  interface Window {
    dataLayer?: unknown[]
    [disable: `ga-disable-${string}`]: boolean
  }
}

const consentCookie = 'analytics'
const waiting = new Map<string, ReturnType<typeof setTimeout>>()

/** Whether clicks may be counted: the operator needs no consent, or the reader gave it. Null while the reader was not asked. */
export function mayCount({ consent }: Analytics): boolean | null {
  if (consent === 'given') return true
  const answer = readCookie(consentCookie)
  return answer === null ? null : answer === 'yes'
}

export function answerConsent(allowed: boolean, secure: boolean) {
  writeCookie(consentCookie, allowed ? 'yes' : 'no', secure)
}

/** Counts a click, at most one per event in 500 ms, to our own endpoint and to the configured tag. */
export function trackClick(analytics: Analytics, event: ClickEvent, tags: string) {
  if (isPrivatePage(location.pathname) || mayCount(analytics) !== true) return
  clearTimeout(waiting.get(event))
  const click = {
    event,
    page_path: location.pathname,
    page_title: document.title,
    page_language: toLocale(document.documentElement.lang),
    page_url: location.origin + location.pathname,
    event_tags: tags,
    event_time: Date.now(),
  }
  waiting.set(
    event,
    setTimeout(() => send(click), debounceMs),
  )
}

function send(click: Click) {
  void ask('POST /api/events', { body: click }, { keepalive: true })
  const { event, ...fields } = click
  tagLayer()?.push(['event', event, fields])
}

function tagLayer(): unknown[] | undefined {
  return window.dataLayer
}

/** Lets the configured tag count again, or stops it, by its id. */
export function setTagEnabled(tagId: string, enabled: boolean) {
  window[`ga-disable-${tagId}`] = !enabled
}

/** Loads the operator's tag script once, only with consent and never on private pages. */
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
  window.dataLayer = [
    ['js', new Date()],
    ['config', tagId],
  ]
  const script = document.createElement('script')
  script.async = true
  script.src = `${scriptUrl}?id=${encodeURIComponent(tagId)}`
  document.head.append(script)
}
