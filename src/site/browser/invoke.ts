import type { Output, RouteName } from '#src/contract/account/routes.ts'
import { shownAccountHeader } from '#src/contract/team/shown-account.ts'
import { isSignedOutHere } from './account.ts'
import { type Call, callRoute, type Invoked } from './call-route.ts'

/**
 * Calls a route. If the session has ended, opens the login with a link back, unless the visitor signed out on this
 * page.
 */
export async function invoke<N extends RouteName>(name: N, input: Call<N>): Promise<Invoked<Output<N>>> {
  const result = await callRoute(name, input, fromShownAccount())
  if (!result.ok && result.refusal.error === 'not_signed_in' && !isSignedOutHere()) openLogin()
  return result
}

/** Sends the page's account, which `ActingBand` stores in the document; see `shownAccount` of the server's `Caller`. */
function fromShownAccount(): RequestInit | undefined {
  return inAccount(document.documentElement.dataset.account)
}

/** Request options for a change: the server refuses the change if the session has switched to another account. */
export function inAccount(account: string | undefined): RequestInit | undefined {
  const { lang } = document.documentElement
  return account ? { headers: { 'Content-Type': 'application/json', lang, [shownAccountHeader]: account } } : undefined
}

function openLogin() {
  const { lang } = document.documentElement
  const back = location.pathname + location.search + location.hash
  location.assign(`/${lang}/login?redirect=${encodeURIComponent(back)}`)
}
