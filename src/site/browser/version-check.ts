import { reloadGuardMs, versionCheckMs, versionRetryMs } from '#src/contract/site.ts'
import { readInTab, readStored, store, storeInTab } from './browser-store.ts'
import { callRoute } from './call-route.ts'
import { isDelicatePage } from './page-kind.ts'

async function fetchVersion(): Promise<string | null> {
  const answer = await callRoute('GET /api/version', {})
  return answer.ok ? answer.data.version : null
}

/** Reloads automatically, unless the page was reloaded less than 10 s ago or shows a login or a payment. */
function reloadUnasked() {
  const last = Number(readInTab('reloaded-at') ?? 0)
  if (Date.now() - last >= reloadGuardMs && !isDelicatePage(location.pathname)) reload()
}

function reload() {
  storeInTab('reloaded-at', String(Date.now()))
  location.reload()
}

/**
 * Reads the version at once and every 5 minutes, after a failure every minute. A new version is stored and offered,
 * but not during a login or a payment. After "later" it is not offered again, and a banner appears. Returns a
 * function that stops it.
 */
export function watchVersion(offer: (version: string) => Promise<boolean>, later: (version: string) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const again = (ms: number) => {
    if (!stopped) timer = setTimeout(() => void check(), ms)
  }
  const check = async () => {
    const version = await fetchVersion()
    if (stopped) return
    if (version === null) return again(versionRetryMs)
    if (isDelicatePage(location.pathname)) return again(versionCheckMs)
    const known = readStored('version')
    store('version', version)
    if (known === null || known === version) return again(versionCheckMs)
    if (await offer(version)) return reload()
    later(version)
  }
  void check()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

/** Reloads the page when the site was rebuilt. */
export function watchBuild() {
  let known: string | null = null
  const check = async () => {
    // Offline: the next check will find a new build.
    const response = await fetch('/builds/latest.json', { cache: 'no-store' }).catch(() => null)
    if (!response?.ok) return
    const { id }: { id: string } = await response.json()
    if (known !== null && known !== id) reloadUnasked()
    known ??= id
  }
  void check()
  const timer = setInterval(() => void check(), versionCheckMs)
  return () => clearInterval(timer)
}
