/** Words of the search of the whole site, which load together with the search. */
const search = {
  title: 'Search pages, docs and symbols',
  placeholder: 'Page, call, parameter, symbol',
  close: 'Close',
  retry: 'Try again',
  failed: 'The search did not answer.',
  none: 'Nothing is called “{query}”.',
  hint: 'Try one word, a symbol such as AAPL, or an error name such as rate_limited.',
  count: '{count, plural, =0 {Nothing found} one {# result} other {# results}}',
  more: '{count, plural, other {# more}}',
  move: 'move',
  open: 'open',
  contact: 'Not found? Write to us',
  visitor: 'Without an account: the demo symbols.',
  symbolsFailed: 'Symbols could not be searched just now.',
  groups: {
    all: 'All',
    docs: 'Docs',
    symbols: 'Symbols',
    keys: 'Your keys',
    pages: 'Pages',
  },
  kinds: {
    page: 'Page',
    product: 'Product',
    article: 'Blog',
    account: 'Account',
    stock: 'stock',
    indices: 'index',
    forex: 'forex',
    crypto: 'crypto',
    future: 'future',
    fund: 'fund',
  },
  keyStatus: {
    normal: 'active',
    expiring: 'expiring',
    expired: 'expired',
  },
} as const

export default search
