import { locales } from '#src/contract/locale.ts'
import { entryOf } from '#src/contract/record.ts'

/**
 * The parts of the site. Each part has its own layout, and the browser knows only the routes of the current part: a
 * link to another part loads the document. `none`: an address without a language, which has no page.
 */
export const shells = ['public', 'account', 'operator', 'none'] as const

export type Shell = (typeof shells)[number]

const shellOfPage: Readonly<Record<string, Shell>> = {
  dashboard: 'account',
  payment: 'account',
  chart: 'account',
  operator: 'operator',
}

/**
 * The shell of an address. Upper and lower case are the same, and a query and a hash are ignored:
 * `/en-US/payment/7#paid` → `account`.
 */
export function shellOf(address: string): Shell {
  const [, first = '', page = ''] = address.toLowerCase().split(/[/?#]/)
  if (!locales.some((locale) => locale.toLowerCase() === first)) return 'none'
  return entryOf(shellOfPage, page) ?? 'public'
}
