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

/** Whether a date passes the vendor's filters of it; they choose among the rows of a page. */
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

export const actionRoutes: readonly Route[] = [
  ...['/v3/reference/splits', '/stocks/v1/splits'].map((pattern) =>
    route({
      pattern,
      call: 'splits',
      query: pageQuery,
      shape(answer, asked) {
        const rows = answer.data.content.map(splitOf)
        const results = rows.filter((row) => isWithin(asked, 'execution_date', row.execution_date))
        return pageOf(answer, results)
      },
    }),
  ),
  ...['/v3/reference/dividends', '/stocks/v1/dividends'].map((pattern) =>
    route({
      pattern,
      call: 'dividends',
      query: pageQuery,
      shape(answer, asked) {
        const rows = answer.data.content.map(dividendOf)
        const results = rows.filter((row) => isWithin(asked, 'ex_dividend_date', row.ex_dividend_date))
        return pageOf(answer, results)
      },
    }),
  ),
]
