import type { Platform } from '#src/platform/platform.ts'
import { parseIso } from '../calendar/instant.ts'
import {
  dropSourceActions,
  putSourceActions,
  type SourceDividend,
  type SourceSplit,
} from '../companies/action-store.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { computeFactors } from './computed-factors.ts'

/** A split or a cash dividend as a source gives it. Days: `2026-01-31`, empty where the source does not know them; `amount` per share. */
export type SourceAction = ({ kind: 'split' } & SourceSplit) | ({ kind: 'dividend' } & SourceDividend)

/** Larger numbers of shares or amounts are taken for a mistake. */
const figureMax = 1e9

/**
 * Puts what a source gives now, all of it, in place of what it gave before, and computes the factors anew. Imported days and those that
 * the operator edited stay. Actions that break a rule are counted and left out. What is no longer listed is taken out, unless the list
 * is empty, when the source more likely gives this account none, or has actions of that kind that break a rule.
 */
export async function recordSourceActions(
  ctx: Platform,
  instrument: Instrument,
  source: string,
  actions: readonly SourceAction[],
): Promise<void> {
  if (actions.length === 0) return
  const refused = ctx.metrics.counter(
    'tapewire_feed_actions_refused_total',
    'Splits and dividends of a source left out, by reason.',
    ['reason'],
  )
  const broken = new Set<SourceAction['kind']>()
  const splits = new Map<string, SourceSplit>()
  const dividends = new Map<string, SourceDividend>()
  for (const action of actions) {
    const reason = faultOf(action)
    if (reason) {
      refused.inc({ reason })
      broken.add(action.kind)
    } else if (action.kind === 'split') splits.set(action.exDate, action)
    else dividends.set(action.exDate, together(dividends.get(action.exDate), action, instrument.currency))
  }
  const given = { splits: [...splits.values()], dividends: [...dividends.values()] }
  await ctx.postgres.transaction(async (tx) => {
    const listed = [
      { kind: 'split', days: [...splits.keys()] },
      { kind: 'dividend', days: [...dividends.keys()] },
    ] as const
    for (const one of listed) if (!broken.has(one.kind)) await dropSourceActions(tx, instrument.id, source, one)
    await putSourceActions(tx, instrument.id, source, given)
  })
  await computeFactors(ctx, instrument.id)
}

function faultOf(action: SourceAction): 'invalid_time' | 'not_a_number' | null {
  const days = action.kind === 'split' ? [] : [action.recordDate, action.payDate].filter((day) => day !== '')
  if (![action.exDate, ...days].every(isDay)) return 'invalid_time'
  const figures = action.kind === 'split' ? [action.newShares, action.oldShares] : [action.amount]
  return figures.every((figure) => figure > 0 && figure <= figureMax) ? null : 'not_a_number'
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && parseIso(text) !== null
}

/** A regular and a special dividend may have one ex-date. Amounts in two currencies make no sum: the one of the prices counts. */
function together(known: SourceDividend | undefined, more: SourceDividend, currency: string): SourceDividend {
  if (!known) return more
  if (known.currency === more.currency)
    return { ...known, amount: Number((known.amount + more.amount).toPrecision(12)) }
  return more.currency === currency ? more : known
}
