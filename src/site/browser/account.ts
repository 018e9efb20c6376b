import { useSyncExternalStore } from 'react'
import type { UserInfo } from '#src/contract/account/accounts.ts'
import { signedInCookie } from '#src/contract/site.ts'
import { callRoute } from './call-route.ts'
import { isAccountPage, isPrivatePage } from './page-kind.ts'
import { readCookie } from './reader-cookies.ts'

/** -1 before the first response, 0 signed in, 1 after sign-out, 401 not signed in, 500 after a failed request. */
export type LoginCode = -1 | 0 | 1 | 401 | 500

export type AccountState = { code: LoginCode; user: UserInfo | null }

const unknown: AccountState = { code: -1, user: null }
let state = unknown
let loading: Promise<void> | null = null
const listeners = new Set<() => void>()

function set(next: AccountState) {
  state = next
  for (const listener of listeners) listener()
}

async function refresh(): Promise<void> {
  const nobody = state.code === 1 ? 1 : 401
  if (readCookie(signedInCookie) === null && !isAccountPage(location.pathname)) return set({ code: nobody, user: null })
  const answer = await callRoute('GET /api/userinfo', {})
  if (answer.ok) set({ code: 0, user: answer.data })
  else set({ code: answer.refusal.status === 401 ? nobody : 500, user: null })
}

/** Whether the reader signed out on this page, which the browser is about to leave. */
export function isSignedOutHere(): boolean {
  return state.code === 1
}

const moved = 'moved'

/**
 * The channel to other tabs of this browser. After a sign-in or sign-out, the tabs request the account again. After a
 * switch to another account, tabs with private pages reload.
 */
let tabs: BroadcastChannel | null = null

function joinTabs() {
  if (tabs || typeof BroadcastChannel === 'undefined') return
  tabs = new BroadcastChannel('account')
  tabs.onmessage = ({ data }) => {
    if (data === moved && isPrivatePage(location.pathname)) location.reload()
    else loading = refresh()
  }
}

/**
 * The signed-in account. A cached page is the same for every reader, so the first use of this hook in a document
 * requests the account, unless a cookie shows that there is no session.
 */
export function useAccount(): AccountState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      joinTabs()
      loading ??= refresh()
      return () => listeners.delete(listener)
    },
    () => state,
    () => unknown,
  )
}

export async function refreshAccount(): Promise<void> {
  const before = state.code
  loading = refresh()
  await loading
  if (state.code !== before) tabs?.postMessage('changed')
}

/** Notifies other tabs about a sign-in, after which the browser leaves this document. */
export function announceSignIn(): void {
  if (readCookie(signedInCookie) !== null) tabs?.postMessage('changed')
}

export async function signOut(): Promise<boolean> {
  const answer = await callRoute('POST /api/auth/signout', {})
  if (!answer.ok && answer.refusal.status !== 401) return false
  set({ code: 1, user: null })
  tabs?.postMessage('changed')
  return true
}

/** Notifies other tabs that the session works in another account, so that they reload their account pages. */
export function movedToAccount(): void {
  tabs?.postMessage(moved)
}
