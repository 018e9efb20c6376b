import { useMatches } from 'react-router'
import { shownAccountField } from '#src/contract/team/shown-account.ts'

/** The account for which the page was rendered. */
export function useShownAccount(): string | undefined {
  const [shown] = useMatches().flatMap(({ loaderData }) => accountIn(loaderData))
  return shown
}

/**
 * A hidden field by which the server detects that the session has changed to another account. The server then refuses
 * the form.
 */
export function ShownAccount() {
  return <input type="hidden" name={shownAccountField} value={useShownAccount()} />
}

function accountIn(data: unknown): string[] {
  return typeof data === 'object' && data !== null && 'shownAccount' in data ? [String(data.shownAccount)] : []
}
