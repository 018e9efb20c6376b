import type { SessionChoice } from '#src/contract/market.ts'
import type { Exchange } from '#src/market/calendar/exchange.ts'
import { type MarketState, marketStatus } from '#src/market/calendar/status.ts'
import type { EventPageRequest } from '#src/market/ticks/ticks.ts'

type Position = { time: number; seq: number }

/** `resume`: the search for trades of the session ended early; the next page continues after this position. */
export type SessionPage<Row> = { rows: Row[]; resume: Position | null }

/** A read may find no trade of the wanted session, so a page ends early after this number of reads. */
const readsMax = 200
const seqMax = 2 ** 32 - 1

/** A page of the trades of one kind of session. After a trade of another kind, skips the rest of its session. */
export async function sessionPage<Row extends Position>(
  exchange: Exchange,
  session: SessionChoice,
  page: EventPageRequest,
  read: (page: EventPageRequest) => Promise<Row[]>,
): Promise<SessionPage<Row>> {
  if (session === 'all') return { rows: await read(page), resume: null }
  const isNewest = page.order === 'newest'
  const rows: Row[] = []
  let rest = page
  for (let reads = 0; reads < readsMax && rest.from <= rest.to; reads += 1) {
    const found = await read({ ...rest, limit: page.limit - rows.length })
    const next = isNewest ? found.at(-1) : found[0]
    if (!next) return { rows, resume: null }
    const { status, since, next: change } = marketStatus(exchange, next.time)
    const [start, end] = [since ?? page.from, change?.at ?? page.to + 1]
    const within = belongs(status, session) ? found.filter(({ time }) => time >= start && time < end) : []
    if (isNewest) rows.unshift(...within)
    else rows.push(...within)
    if (within.length === found.length) return { rows, resume: null }
    rest = { ...rest, after: null, ...(isNewest ? { to: start - 1 } : { from: end }) }
  }
  if (rest.from > rest.to) return { rows, resume: null }
  return { rows, resume: isNewest ? { time: rest.to + 1, seq: 0 } : { time: rest.from - 1, seq: seqMax } }
}

function belongs(status: MarketState, session: SessionChoice): boolean {
  return session === 'regular' ? status === 'open' : status === 'pre' || status === 'post'
}
