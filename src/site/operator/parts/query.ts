import { withoutAct } from '../acts/act-address.ts'

type Address = { pathname: string; search: string }

/** The address with changed query parameters; null removes a parameter. The address opens no act. */
export function addressWith(address: Address, changes: Record<string, string | null>): string {
  const [pathname = '', search = ''] = withoutAct(address).split('?')
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  return query.size === 0 ? pathname : `${pathname}?${query}`
}
