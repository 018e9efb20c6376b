import { locales } from '#src/contract/locale.ts'

/**
 * The parts of the site. Each has a layout of its own, and a browser knows the routes of one of them only: a link to another
 * one loads the document. `none`: an address without a language, which leads nowhere.
 */
export const shells = ['public', 'account', 'operator', 'none'] as const

export type Shell = (typeof shells)[number]

const shellOfPage: Readonly<Record<string, Shell>> = {
  dashboard: 'account',
  payment: 'account',
  chart: 'account',
  operator: 'operator',
}

/** The shell of an address, query and hash allowed, in any case: `/en-US/payment/7#paid` → `account`. */
export function shellOf(address: string): Shell {
  const [, first = '', page = ''] = address.toLowerCase().split(/[/?#]/)
  if (!locales.some((locale) => locale.toLowerCase() === first)) return 'none'
  return shellOfPage[page] ?? 'public'
}
