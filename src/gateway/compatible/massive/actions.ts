import type { DataOutput } from '#src/contract/data/data.ts'
import { dateText } from '../vendor/days.ts'
import { type Answer, type Asked, type Route, route } from '../vendor/route.ts'
import { headOf, limitOf } from './pages.ts'
import { region } from './tickers.ts'

type Split = DataOutput<'splits'>['content'][number]
type Dividend = DataOutput<'dividends'>['content'][number]

const sizes = { standard: 10, max: 100 }

function pageQuery(asked: Asked) {
  const { query } = asked
  return {
    region,
    code: query.get('ticker') ?? query.get('ticker.any_of') ?? undefined,
    page: query.get('cursor') ?? 0,
    size: limitOf(asked, sizes),
  }
}

/** Whether a date passes the vendor's date filters. The filters apply to the rows of one page. */
function isWithin({ query }: Asked, name: string, date: string): boolean {
  const passes = (suffix: string, test: (wanted: string) => boolean) => {
    const wanted = query.get(`${name}${suffix}`)
    return wanted === null || test(wanted)
  }
  return (
    passes('', (wanted) => date === wanted) &&
    passes('.gte', (wanted) => date >= wanted) &&
    passes('.gt', (wanted) => date > wanted) &&
    passes('.lte', (wanted) => date <= wanted) &&
    passes('.lt', (wanted) => date < wanted)
  )
}

function pageOf(answer: Answer<'splits' | 'dividends'>, results: readonly object[]) {
  const { last, page } = answer.data
  return { ...headOf(answer), results, ...(last ? {} : { next_url: answer.next(String(page + 1)) }) }
}

function splitOf({ d, c, v }: Split) {
  const [from, to] = v.split(':').map(Number)
  const date = dateText(d)
  return { id: `${c}-${date}`, ticker: c, execution_date: date, split_from: from, split_to: to }
}

function dividendOf({ d, a, cur, rd, pd, c }: Dividend) {
  const date = dateText(d)
  return {
    ...{ id: `${c}-${date}`, ticker: c, cash_amount: a, currency: cur, ex_dividend_date: date },
    ...(rd === null ? {} : { record_date: dateText(rd) }),
    ...(pd === null ? {} : { pay_date: dateText(pd) }),
  }
}

/** The two paths of a kind of corporate action. `date`: the field that the vendor's clients filter. */
function routesOf<N extends 'splits' | 'dividends', D extends string>(
  call: N,
  date: D,
  rowOf: (row: DataOutput<N>['content'][number]) => Record<D, string>,
): Route[] {
  return [`/v3/reference/${call}`, `/stocks/v1/${call}`].map((pattern) =>
    route({
      pattern,
      call,
      query: pageQuery,
      shape(answer, asked) {
        const results = answer.data.content.map(rowOf).filter((row) => isWithin(asked, date, row[date]))
        return pageOf(answer, results)
      },
    }),
  )
}

export const actionRoutes: readonly Route[] = [
  ...routesOf('splits', 'execution_date', splitOf),
  ...routesOf('dividends', 'ex_dividend_date', dividendOf),
]
