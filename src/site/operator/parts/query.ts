import { withoutAct } from '../acts/act-address.ts'

type Address = { pathname: string; search: string }

/**
 * The address of a page with some query parameters changed; null removes one. An open act closes, and the list starts
 * at its first page.
 */
export function addressWith(address: Address, changes: Record<string, string | null>): string {
  const [pathname = '', search = ''] = withoutAct(address).split('?')
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  return query.size === 0 ? pathname : `${pathname}?${query}`
}
