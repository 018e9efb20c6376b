import { useSyncExternalStore } from 'react'
import type { UserInfo } from '#src/contract/account/accounts.ts'
import { signedInCookie } from '#src/contract/site.ts'
import { callRoute } from './call-route.ts'
import { isPrivatePage } from './page-kind.ts'
import { readCookie } from './reader-cookies.ts'

/** -1 before the first answer, 0 signed in, 1 after sign-out, 401 not signed in, 500 when asking failed. */
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
  if (readCookie(signedInCookie) === null && !isPrivatePage(location.pathname)) return set({ code: nobody, user: null })
  const answer = await callRoute('GET /api/userinfo', {})
  if (answer.ok) set({ code: 0, user: answer.data })
  else set({ code: answer.refusal.status === 401 ? nobody : 500, user: null })
}

/** Whether the session was ended on this page, which is then on its way to another. */
export function isSignedOutHere(): boolean {
  return state.code === 1
}

const moved = 'moved'

/** Other tabs of this browser hear of sign-ins and sign-outs and ask for themselves. */
let tabs: BroadcastChannel | null = null

function joinTabs() {
  if (tabs || typeof BroadcastChannel === 'undefined') return
  tabs = new BroadcastChannel('account')
  tabs.onmessage = ({ data }) => {
    if (data === moved && isPrivatePage(location.pathname)) location.reload()
    else loading = refresh()
  }
}

/** The signed-in account, requested once a page load: pages are kept for everybody and know nothing of their reader. */
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

/** Requests the account again: after sign-in, sign-up and changes of the account. */
export async function refreshAccount(): Promise<void> {
  const before = state.code
  loading = refresh()
  await loading
  if (state.code !== before) tabs?.postMessage('changed')
}

/** Tells the other tabs of a sign-in by which this document is left. */
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

/** The session works in another account from now on: account pages in other tabs must not go on with the former one. */
export function movedToAccount(): void {
  tabs?.postMessage(moved)
}
