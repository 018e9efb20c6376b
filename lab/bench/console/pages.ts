import { rareAction } from './audit-sql.ts'
import type { Facts } from './facts.ts'

/** A page of the console; `addresses` are requested one after another and begin below `/{locale}/operator`. */
export type PageSet = { what: string; addresses: readonly string[] }

export function pagesOf({ people, orders, held, tickets, rows, imports, instruments }: Facts): PageSet[] {
  const one = (what: string, address: string): PageSet => ({ what, addresses: [address] })
  const each = <T>(what: string, things: readonly T[], address: (thing: T) => string): PageSet => ({
    what,
    addresses: things.map(address),
  })
  return [
    one('Now', ''),
    one('Customers', '/customers'),
    one('Customers, paying', '/customers?state=paying'),
    one('Customers, suspended', '/customers?state=suspended'),
    each('Customers, further pages', people, ({ at, id }) => `/customers?after=${at}-${id}`),
    each('Customers, searched', people, ({ email }) => `/customers?q=${email.slice(0, 4)}`),
    each('a customer', people, ({ id }) => `/customers/${id}`),
    each('a customer as they see themselves', people, ({ id }) => `/customers/${id}/view`),
    each('a customer, money', people, ({ id }) => `/customers/${id}?kind=money`),
    each('a customer, account', people, ({ id }) => `/customers/${id}?kind=account`),
    one('Money, orders', '/money'),
    ...['pending', 'held', 'completed', 'cancelled', 'timed_out'].map((state) =>
      one(`Money, orders ${state}`, `/money?state=${state}`),
    ),
    one('Money, orders of a network', '/money?network=ETC20'),
    each(
      'Money, cancelled orders of a network and day',
      orders,
      ({ day }) => `/money?network=ETC20&state=cancelled&from=${day}&to=${day}`,
    ),
    each('Money, orders of a day', orders, ({ day }) => `/money?from=${day}&to=${day}`),
    each('Money, further pages', orders, ({ at, no }) => `/money?after=${at}.${no}`),
    each('Money, an order by its transaction', orders, ({ hash }) => `/money?q=${hash}`),
    each('Money, orders of a customer', people, ({ email }) => `/money?q=${email}`),
    each('Money, an order', orders, ({ no }) => `/money?open=${no}`),
    one('Money, held', '/money?view=held'),
    each('Money, a held order', held, ({ no }) => `/money?view=held&open=${no}`),
    ...['refunds', 'sweeps', 'networks', 'accounting'].map((view) => one(`Money, ${view}`, `/money?view=${view}`)),
    one('Plans', '/plans'),
    one('Plans, coupons', '/plans?view=coupons'),
    one('Plans, deals', '/plans?view=deals'),
    one('Plans, preview', '/plans/preview'),
    ...['open', 'answered', 'closed', 'all'].map((state) => one(`Tickets, ${state}`, `/tickets?state=${state}`)),
    one('Tickets, of a colleague', '/tickets?state=all&assignee=acc3'),
    one('Tickets, of nobody', '/tickets?state=open&assignee=nobody'),
    each('a ticket', tickets, ({ no }) => `/tickets/${no}`),
    one('Tickets, texts', '/tickets/texts'),
    one('Data', '/data'),
    one('Data, imports with waiting rows', '/data?rows=waiting'),
    each('Data, an import', imports, ({ id }) => `/data/imports/${id}`),
    each('Data, an import, rows of a reason', imports, ({ id }) => `/data/imports/${id}?reason=outlier&after=60000`),
    each(
      'Data, an import, rows that a fix would mend',
      imports,
      ({ id }) => `/data/imports/${id}?reason=high_below_low`,
    ),
    one('Data, coverage', '/data/coverage'),
    one('Data, sources', '/data/sources'),
    one('Data, feed keys', '/data/feed-keys'),
    one('Data, checks', '/data/checks'),
    one('Data, accepted findings', '/data/checks?state=accepted'),
    one('Data, rare findings', '/data/checks?kind=split'),
    each('Data, findings of an instrument', instruments, ({ id }) => `/data/checks?instrument=${id}`),
    one('Data, calendars', '/data/calendars'),
    one('Data, instruments', '/data/instruments'),
    one('Data, instruments by name', '/data/instruments?q=company%20ab'),
    one('Data, delisted instruments', '/data/instruments?state=delisted'),
    each('Data, instruments, further pages', instruments, ({ id }) => `/data/instruments?after=${id}`),
    each('Data, an instrument', instruments, ({ id }) => `/data/instruments/${id}`),
    each('Data, splits and dividends', instruments, ({ id }) => `/data/instruments/${id}/actions`),
    one('Content', '/content'),
    one('Content, changelog', '/content/changelog'),
    one('Content, an entry of the changelog', '/content/changelog?entry=7'),
    one('Content, incidents', '/content/incidents'),
    one('Staff', '/staff'),
    one('Audit', '/audit'),
    each('Audit, further pages', rows, ({ at, id }) => `/audit?after=${at}-${id}`),
    each('Audit, of a customer', people, ({ email }) => `/audit?actor=${email}`),
    each('Audit, about a customer', people, ({ id }) => `/audit?subject=${id}`),
    each('Audit, about an order', orders, ({ no }) => `/audit?subject=${no}`),
    one('Audit, of a colleague', '/audit?actor=acc3'),
    one('Audit, of the product', '/audit?actor=orders'),
    each('Audit, of the product, further pages', rows, ({ at, id }) => `/audit?actor=orders&after=${at}-${id}`),
    one('Audit, a frequent action', '/audit?action=order.create'),
    each(
      'Audit, a frequent action, further pages',
      rows,
      ({ at, id }) => `/audit?action=order.create&after=${at}-${id}`,
    ),
    one('Audit, a rare action', `/audit?action=${rareAction}`),
    one('Audit, frequent actions of a kind', '/audit?action=order.'),
    one('Audit, rare actions of a kind', '/audit?action=plans.'),
    each('Audit, of a day', orders, ({ day }) => `/audit?from=${day}&to=${day}`),
    each(
      'Audit, an action of a colleague on a day',
      orders,
      ({ day }) => `/audit?actor=acc3&action=customer.note&from=${day}&to=${day}`,
    ),
    one('Installation', '/installation'),
  ]
}

/** Texts that a person types into the search field. `key` is a complete API key. */
export function searchesOf({ people, orders, tickets }: Facts, key: string): PageSet[] {
  const each = <T>(what: string, things: readonly T[], text: (thing: T) => string): PageSet => ({
    what: `search by ${what}`,
    addresses: things.map((thing) => encodeURIComponent(text(thing))),
  })
  return [
    each('the beginning of an address', people, ({ email }) => email.slice(0, 5)),
    each('an e-mail address', people, ({ email }) => email),
    each('an order number', orders, ({ no }) => no),
    each('a receipt number', orders, ({ receipt }) => receipt),
    each('a transaction', orders, ({ hash }) => hash),
    each('a deposit address', orders, ({ address }) => address),
    each('the mask of a key', people, ({ tail }) => `tw_l***${tail}`),
    each('a whole key', [key], (text) => text),
    each('a ticket', tickets, ({ no }) => no),
    each('something that is nowhere', people, ({ id }) => `nothing-${id}`),
  ]
}
