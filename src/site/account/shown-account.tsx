import { useMatches } from 'react-router'
import { shownAccountField } from '#src/contract/team/shown-account.ts'

/** The account that the page was made for. */
export function useShownAccount(): string | undefined {
  const [shown] = useMatches().flatMap(({ loaderData }) => accountIn(loaderData))
  return shown
}

/** In a form that changes something of the account: it is refused when the session works in another one by then. */
export function ShownAccount() {
  return <input type="hidden" name={shownAccountField} value={useShownAccount()} />
}

function accountIn(data: unknown): string[] {
  return typeof data === 'object' && data !== null && 'shownAccount' in data ? [String(data.shownAccount)] : []
}
