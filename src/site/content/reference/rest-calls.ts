import type { Words } from '#src/contract/words.ts'
import type reference from '#src/locales/en-US/reference.ts'

type Reference = Words<typeof reference>

/** One data call as the documentation shows it; a test holds the list against the gateway's own routes. */
export type RestCall = {
  path: string
  summary: keyof Reference['calls']
  /** The name of the answer's shape, and its fields in the order of the wire. */
  answer: {
    [K in keyof Reference['fields']]: { shape: K; fields: readonly (keyof Reference['fields'][K])[] }
  }[keyof Reference['fields']]
}

const bar = { shape: 'bar', fields: ['t', 'o', 'h', 'l', 'c', 'v', 'tu', 'final'] } as const
const tick = { shape: 'tick', fields: ['s', 'r', 'ld', 't', 'v', 'te'] } as const
const quote = {
  shape: 'quote',
  fields: ['s', 'r', 'ld', 'o', 'p', 'h', 'l', 't', 'v', 'tu', 'ts', 'ch', 'chp'],
} as const
const depth = { shape: 'depth', fields: ['s', 'r', 't', 'a', 'b'] } as const

const companyCalls: readonly RestCall[] = [
  {
    path: '/stock/info',
    summary: 'company',
    answer: {
      shape: 'company',
      fields: [
        ...(['c', 'n', 'e', 's', 'i', 'bd', 'wu', 'mcb', 'tso', 'pet', 'fcc'] as const),
        ...(['cur', 'employees', 'shares', 'floatShares', 'dy'] as const),
      ],
    },
  },
  {
    path: '/stock/fundamentals',
    summary: 'fundamentals',
    answer: { shape: 'fundamentals', fields: ['d', 'period', 'figures'] },
  },
  {
    path: '/stock/split',
    summary: 'split',
    answer: { shape: 'split', fields: ['d', 'r', 'n', 'c', 'v'] },
  },
  {
    path: '/stock/dividend',
    summary: 'dividend',
    answer: { shape: 'dividend', fields: ['d', 'a', 'cur', 'rd', 'pd', 'c', 'r', 'n'] },
  },
  {
    path: '/stock/factors',
    summary: 'factors',
    answer: { shape: 'factor', fields: ['d', 'pf', 'sf', 'rp', 'c', 'r', 'n'] },
  },
  {
    path: '/stock/ipo',
    summary: 'ipo',
    answer: { shape: 'ipo', fields: ['dt', 'cn', 'sc', 'ex', 'mc', 'pr', 'ct', 'bs', 'es', 'ro', 'r', 'cur', 'sh'] },
  },
]

/** The calls of a class, in the order of the documentation. */
export function classCalls(assetClass: string): RestCall[] {
  return [...marketCalls(assetClass), ...(assetClass === 'stock' ? companyCalls : [])]
}

function marketCalls(assetClass: string): RestCall[] {
  const path = (name: string) => `/${assetClass}/${name}`
  return [
    { path: path('kline'), summary: 'kline', answer: bar },
    {
      path: path('klines'),
      summary: 'klines',
      answer: bar,
    },
    { path: path('quote'), summary: 'quote', answer: quote },
    { path: path('quotes'), summary: 'quotes', answer: quote },
    { path: path('tick'), summary: 'tick', answer: tick },
    { path: path('ticks'), summary: 'ticks', answer: tick },
    { path: path('depth'), summary: 'depth', answer: depth },
    { path: path('depths'), summary: 'depths', answer: depth },
    {
      path: path('indicator'),
      summary: 'indicator',
      answer: { shape: 'indicator', fields: ['t', 'values'] },
    },
  ]
}

export const symbolCalls: readonly RestCall[] = [
  {
    path: '/symbol/list',
    summary: 'list',
    answer: { shape: 'symbol', fields: ['c', 'n', 't', 'e', 'r'] },
  },
  {
    path: '/symbol/info',
    summary: 'info',
    answer: {
      shape: 'info',
      fields: ['c', 'n', 'b', 'd', 't', 'e', 'r', 'tz', 'm', 'ps', 'sb', 'cur', 'lot', 'state', 'status'],
    },
  },
  {
    path: '/symbol/v2/holidays',
    summary: 'holidays',
    answer: { shape: 'holiday', fields: ['c', 'r', 'd', 't', 'z', 'v', 'exchange', 'early'] },
  },
]

export const accountCalls: readonly RestCall[] = [
  {
    path: '/account/limits',
    summary: 'limits',
    answer: {
      shape: 'limits',
      fields: [
        'plan',
        'level',
        'expiresAt',
        'symbolType',
        'perMinute',
        'used',
        'remaining',
        'resetAt',
        'sockets',
        'subscriptions',
      ],
    },
  },
]
