import type { DataOutput } from '#src/contract/data/data.ts'
import { refuse } from '#src/contract/errors.ts'
import { dateAt, dateText } from '../vendor/days.ts'
import type { Asked, Part, Route } from '../vendor/route.ts'
import { inOrder, limitOf } from './asked/pages.ts'
import { region, shares } from './asked/symbols.ts'
import { dateIn } from './asked/times.ts'
import { idOf } from './identity.ts'

type Split = DataOutput<'splits'>['content'][number]
type Dividend = DataOutput<'dividends'>['content'][number]

const sizeMax = 100
const types = ['forward_split', 'reverse_split', 'cash_dividend'] as const
type Type = (typeof types)[number]
type Action = { type: Type; date: number; row: object }

/** A page of the actions of one symbol or, if the call names no symbol, of all symbols. `number` counts from 0. */
type Page = { symbol: string | undefined; others: readonly string[]; number: number }

function pageOf(asked: Asked): Page {
  const symbols = asked.tickers.map(({ text }) => text)
  const token = asked.query.get('page_token') ?? ''
  if (token === '') return { symbol: symbols[0], others: symbols.slice(1), number: 0 }
  const [, text = '', number] = /^([^|]*)\|(\d{1,6})$/.exec(Buffer.from(token, 'base64url').toString()) ?? []
  const at = symbols.indexOf(text)
  if (number === undefined || (at < 0 && symbols.length + text.length > 0))
    throw refuse('invalid_cursor', { param: 'page_token' })
  return { symbol: symbols[at], others: symbols.slice(at + 1), number: Number(number) }
}

function wantedTypes({ query }: Asked): Set<string> {
  const named = (query.get('types') ?? '').split(',').filter((text) => text !== '')
  return new Set(named.length > 0 ? named : types)
}

/** The range of days whose actions are returned; today by default. */
function daysOf(asked: Asked): { from: number; to: number } {
  const today = dateAt('stock', asked.now)
  const from = dateIn(asked, 'start') ?? today
  const to = dateIn(asked, 'end') ?? Math.max(from, today)
  if (from > to) throw refuse('range_reversed', { param: 'start' })
  return { from, to }
}

function partsOf(asked: Asked): Part[] {
  for (const name of ['cusips', 'ids']) if (asked.query.get(name)) throw refuse('invalid_parameter', { param: name })
  const wanted = wantedTypes(asked)
  const { symbol, number: page } = pageOf(asked)
  const { from, to } = daysOf(asked)
  const size = Math.min(limitOf(asked, sizeMax, 1_000), sizeMax)
  const subject = symbol === undefined ? { from: dateText(from), to: dateText(to) } : { code: symbol }
  const query = { region, ...subject, page, size }
  const [splits, dividends] =
    symbol === undefined ? (['splitCalendar', 'dividendCalendar'] as const) : (['splits', 'dividends'] as const)
  const calls: Part['call'][] = [
    ...(wanted.has('forward_split') || wanted.has('reverse_split') ? [splits] : []),
    ...(wanted.has('cash_dividend') ? [dividends] : []),
  ]
  // We have no actions of the vendor's other types. A route needs a call, so for these types splits are read, and
  // `shape` drops them.
  return (calls.length > 0 ? calls : [splits]).map((call) => ({ call, class: 'stock', query }))
}

/** The fields of every action. Our date is the ex-date, and `process_date` is set to the ex-date. */
function about(type: Type, symbol: string, time: number) {
  const date = dateText(time)
  return { id: idOf(`${type} ${symbol} ${date}`), symbol, process_date: date, ex_date: date }
}

function splitOf({ d, c, v }: Split): Action {
  const [old_rate = 1, new_rate = 1] = v.split(':').map(Number)
  const type = new_rate >= old_rate ? 'forward_split' : 'reverse_split'
  const cusips = type === 'forward_split' ? { cusip: '' } : { old_cusip: '', new_cusip: '' }
  return { type, date: d, row: { ...about(type, c, d), ...cusips, new_rate, old_rate } }
}

function dividendOf({ d, c, a: rate, cur: currency, rd, pd }: Dividend): Action {
  const type = 'cash_dividend'
  const days = {
    ...(rd === null ? {} : { record_date: dateText(rd) }),
    ...(pd === null ? {} : { payable_date: dateText(pd) }),
  }
  const kind = { cusip: '', rate, special: false, foreign: false, currency }
  return { type, date: d, row: { ...about(type, c, d), ...kind, ...days } }
}

export const actionRoutes: readonly Route[] = [
  {
    pattern: '/v1/corporate-actions',
    tickers: shares,
    call: 'splits',
    parts: partsOf,
    shape(answers, asked) {
      const splits = [...answers.of('splits'), ...answers.of('splitCalendar')]
      const dividends = [...answers.of('dividends'), ...answers.of('dividendCalendar')]
      const { from, to } = daysOf(asked)
      const wanted = wantedTypes(asked)
      const actions = [
        ...splits.flatMap(({ data }) => data.content.map(splitOf)),
        ...dividends.flatMap(({ data }) => data.content.map(dividendOf)),
      ].filter(({ type, date }) => wanted.has(type) && date >= from && date <= to)
      const sorted = inOrder(
        actions.sort((one, other) => one.date - other.date),
        asked,
      )
      const groups = Map.groupBy(sorted, ({ type }) => `${type}s`)
      const isLast = [...splits, ...dividends].every(({ data }) => data.last)
      return {
        corporate_actions: Object.fromEntries([...groups].map(([name, some]) => [name, some.map(({ row }) => row)])),
        next_page_token: nextOf(pageOf(asked), isLast),
      }
    },
  },
]

function nextOf({ symbol, others, number }: Page, isLast: boolean): string | null {
  if (!isLast) return Buffer.from(`${symbol ?? ''}|${number + 1}`).toString('base64url')
  return others[0] === undefined ? null : Buffer.from(`${others[0]}|0`).toString('base64url')
}
