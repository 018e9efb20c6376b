import { reloadGuardMs, unsentCheckMs, versionCheckMs, versionRetryMs } from '#src/contract/site.ts'
import { readInTab, readStored, store, storeInTab } from './browser-store.ts'
import { callRoute } from './call-route.ts'
import { isDelicatePage, isPrivatePage } from './page-kind.ts'

async function fetchVersion(): Promise<string | null> {
  const answer = await callRoute('GET /api/version', {})
  return answer.ok ? answer.data.version : null
}

/** Null if the build could not be read, for example offline. */
async function fetchBuild(): Promise<string | null> {
  try {
    const response = await fetch('/builds/latest.json', { cache: 'no-store' })
    return response.ok ? (await response.json()).id : null
  } catch {
    return null
  }
}

function reload() {
  storeInTab('reloaded-at', String(Date.now()))
  location.reload()
}

/** Whether a reload would disturb the reader: on a page of a login or a payment, or if something would be lost. */
function isInUse(): boolean {
  return isDelicatePage(location.pathname) || hasUnsent()
}

/**
 * Reads the version at once and every 5 minutes, or a minute after a failure, until it finds a new version. As soon as
 * the page is not in use, the new version is stored and offered. After "later" the version is not offered again, and a
 * banner appears. Returns a function that stops the watch.
 */
export function watchVersion(offer: (version: string) => Promise<boolean>, later: (version: string) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const again = (ms: number, next: () => Promise<void>): void => {
    if (!stopped) timer = setTimeout(() => void next(), ms)
  }
  const check = async (): Promise<void> => {
    const version = await fetchVersion()
    if (stopped) return
    if (version === null) return again(versionRetryMs, check)
    const known = readStored('version')
    if (known === null) store('version', version)
    if (known === null || known === version) return again(versionCheckMs, check)
    await offerWhenFree(version)
  }
  const offerWhenFree = async (version: string): Promise<void> => {
    if (isInUse()) return again(unsentCheckMs, () => offerWhenFree(version))
    store('version', version)
    if (await offer(version)) return reload()
    later(version)
  }
  void check()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

/**
 * Reloads the page after the site was rebuilt, as soon as the page is not in use and its last reload was 10 s ago. A
 * page about one person is reloaded without a prompt only while it is hidden. If a visible page had something unsent
 * (`hasUnsent`), the new version is offered before the reload.
 */
export function watchBuild(offer: (version: string) => Promise<boolean>) {
  let known: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let wasInUse = false
  let wasDeclined = false
  const again = (ms: number, next: () => Promise<void>) => {
    if (!stopped) timer = setTimeout(() => void next(), ms)
  }
  const check = async () => {
    const id = await fetchBuild()
    if (known !== null && id !== null && known !== id) return reloadWhenFree()
    known ??= id
    again(versionCheckMs, check)
  }
  const reloadWhenFree = async (): Promise<void> => {
    wasInUse ||= hasUnsent()
    const isGuarded = Date.now() - Number(readInTab('reloaded-at') ?? 0) < reloadGuardMs
    const waitsForHidden = wasDeclined || (isPrivatePage(location.pathname) && !wasInUse)
    if (isInUse() || isGuarded || (waitsForHidden && !document.hidden)) return again(unsentCheckMs, reloadWhenFree)
    if (!wasInUse || document.hidden) return reload()
    const version = await fetchVersion()
    if (version !== null && (await offer(version))) return reload()
    wasDeclined = version !== null
    again(unsentCheckMs, reloadWhenFree)
  }
  void check()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

/**
 * Whether a reload would lose something: a text that was typed and not sent, a chosen file, an open dialog, a form that
 * is being sent, or an act that a page marks with `data-open-act`. Fields are never controlled
 * (`ui/typing/text-input.tsx`), so `defaultValue` is the text with which a field was rendered.
 */
function hasUnsent(): boolean {
  if (document.querySelector('dialog[open], [data-open-act], button[aria-busy="true"]')) return true
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(isTyped)
}

function isTyped(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  if (field.type === 'file') return field.value !== ''
  return !/^(checkbox|radio|hidden|button|submit|range|color)$/.test(field.type) && field.value !== field.defaultValue
}
