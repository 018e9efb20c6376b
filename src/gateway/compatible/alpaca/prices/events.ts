import type { DataOutput } from '#src/contract/data/data.ts'
import { limitMax } from '../../../rest/prices/kline-query.ts'
import type { Answer, Answers, Asked, Part, Route } from '../../vendor/route.ts'
import { checkChoices, inOrder, limitOf, orderOf, pageOf, tokenOf } from '../asked/pages.ts'
import { regionOf } from '../asked/symbols.ts'
import { spanOf, timeText } from '../asked/times.ts'
import { historyForms } from './forms.ts'

type EventCall = 'trades' | 'bbo'
type Trade = DataOutput<'trades'>[number]
type BestQuote = DataOutput<'bbo'>[number]

const takers: readonly (string | undefined)[] = [undefined, 'S', 'B']

function tradeOf({ t, p, v, d }: Trade, isCoin: boolean) {
  const tks = isCoin ? takers[d] : undefined
  return { t: timeText(t), p, s: v, ...(tks === undefined ? {} : { tks }) }
}

/** The vendor has 0 for a side without orders. */
function quoteOf({ t, b, bv, a, av }: BestQuote) {
  return { t: timeText(t), ap: a ?? 0, as: av, bp: b ?? 0, bs: bv }
}

/** Each page has rows of one symbol only. */
function partsOf(asked: Asked, call: EventCall): Part[] {
  checkChoices(asked)
  const { tickers, cursor } = pageOf(asked)
  const [first] = tickers
  const { start: from, end: to } = spanOf(asked, first.class)
  const limit = Math.min(limitOf(asked, 1_000), limitMax)
  const query = { code: first.code, region: regionOf(first), from, to, order: orderOf(asked), limit, cursor }
  return [{ call, class: first.class, query }]
}

function shown(
  answer: Pick<Answer<EventCall>, 'nextCursor'>,
  rows: object[],
  asked: Asked,
  name: string,
  isOne: boolean,
) {
  const [first, second] = pageOf(asked).tickers
  const token = answer.nextCursor === undefined ? tokenOf(second) : tokenOf(first, answer.nextCursor)
  if (isOne) return { symbol: first.text, [name]: rows, next_page_token: token }
  return { [name]: rows.length === 0 ? {} : { [first.text]: rows }, next_page_token: token }
}

const shapes = {
  trades: (answers: Answers, asked: Asked, isCoin: boolean) => {
    const answer = answers.one('trades')
    return { answer, rows: inOrder(answer.data, asked).map((row) => tradeOf(row, isCoin)) }
  },
  quotes: (answers: Answers, asked: Asked) => {
    const answer = answers.one('bbo')
    return { answer, rows: inOrder(answer.data, asked).map(quoteOf) }
  },
}

export const eventRoutes: readonly Route[] = (['trades', 'quotes'] as const).flatMap((name) => {
  const call = name === 'trades' ? 'trades' : 'bbo'
  return historyForms(name).map(({ pattern, tickers, isOne, isCoin }) => ({
    pattern,
    tickers,
    call,
    parts: (asked: Asked) => partsOf(asked, call),
    shape(answers: Answers, asked: Asked) {
      const { answer, rows } = shapes[name](answers, asked, isCoin)
      return shown(answer, rows, asked, name, isOne)
    },
  }))
})
