import { refuse } from '#src/contract/errors.ts'
import { isIntraday } from '#src/market/bars/interval.ts'
import { startOfDay } from '../vendor/days.ts'
import { type Asked, type Route, route } from '../vendor/route.ts'
import { intervalOf, isAdjusted } from './bars.ts'
import { headOf, inOrder, limitOf, nextOf, orderOf } from './pages.ts'
import { one } from './tickers.ts'
import { timeFilter } from './times.ts'

const limits = { standard: 10, max: 5_000 }

/** Our parameters with the vendor's names and defaults. */
const averages = { period: ['window', '50'] } as const
const parameters = {
  sma: averages,
  ema: averages,
  rsi: { period: ['window', '14'] },
  macd: { fast: ['short_window', '12'], slow: ['long_window', '26'], signal: ['signal_window', '9'] },
} as const

const intervalAsked = ({ query }: Asked) => intervalOf('1', query.get('timespan') ?? 'day')

function indicatorQuery(asked: Asked, name: keyof typeof parameters) {
  const { query } = asked
  if ((query.get('series_type') ?? 'close') !== 'close')
    throw refuse('invalid_parameter', { param: 'series_type', extra: { allowed: ['close'] } })
  const own = Object.entries(parameters[name]).map(([ours, [theirs, standard]]) => [
    ours,
    query.get(theirs) ?? standard,
  ])
  return {
    ...one(asked),
    name,
    ...(Object.fromEntries(own) as Record<string, string>),
    interval: intervalAsked(asked),
    ...timeFilter(asked, 1n),
    limit: limitOf(asked, limits),
    order: orderOf(asked, 'order', 'desc'),
    cursor: query.get('cursor') ?? undefined,
    adjust: isAdjusted(asked) ? 'split' : 'none',
  }
}

export const indicatorRoutes: readonly Route[] = (['sma', 'ema', 'rsi', 'macd'] as const).map((name) =>
  route({
    pattern: `/v1/indicators/${name}/{ticker}`,
    call: 'indicator',
    query: (asked) => indicatorQuery(asked, name),
    shape(answer, asked) {
      const isOfDays = !isIntraday(intervalAsked(asked))
      const values = inOrder(answer.data, orderOf(asked, 'order', 'desc')).flatMap((row) => {
        const { t, [name]: value, signal, histogram } = row
        if (typeof value !== 'number' || signal === null) return []
        const timestamp = isOfDays ? startOfDay(asked.ticker.class, t) : t
        return [{ timestamp, value, ...(name === 'macd' ? { signal, histogram } : {}) }]
      })
      // The Python client reads `underlying`. The field is empty, because bars have a call of their own.
      return { results: { underlying: {}, values }, ...headOf(answer), ...nextOf(answer) }
    },
  }),
)
