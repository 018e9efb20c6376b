import { useSyncExternalStore } from 'react'
import { PrefetchPageLinks } from 'react-router'
import { routePreloadsMax } from '#src/contract/site.ts'
import { isPrivatePage } from './page-kind.ts'

/** A pointer that leaves a link within this time triggers no preload. */
const intentMs = 80

let wanted: readonly string[] = []
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Preloads a page's data and files. At most four pages are preloaded at once; a fifth page replaces the oldest. */
export function preloadSoon(address: string) {
  clearTimeout(timer)
  const [page = ''] = address.split('#')
  if (isPrivatePage(page) || wanted.includes(page)) return
  timer = setTimeout(() => {
    wanted = [...wanted, page].slice(-routePreloadsMax)
    for (const listener of listeners) listener()
  }, intentMs)
}

export function forgetPreload() {
  clearTimeout(timer)
}

/** Renders the preloads that `preloadSoon` requested. Only the frame contains this component. */
export function RoutePreloads() {
  const pages = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => wanted,
    () => wanted,
  )
  return pages.map((page) => <PrefetchPageLinks key={page} page={page} />)
}
