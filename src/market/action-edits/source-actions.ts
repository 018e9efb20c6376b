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

/** A split or cash dividend from a source. Days: `2026-01-31`, empty when unknown; `amount` per share. */
export type SourceAction = ({ kind: 'split' } & SourceSplit) | ({ kind: 'dividend' } & SourceDividend)

/** Larger numbers of shares or larger amounts are treated as errors. */
const figureMax = 1e9

/**
 * Replaces a source's earlier actions with its complete current list, and recomputes the factors. Imported and edited
 * days stay. Invalid actions are counted and skipped. Actions that are not in the list are removed, unless the list is
 * empty (the account probably has no access) or has invalid actions of the same kind.
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

/**
 * Adds up the regular and special dividends of one ex-date. If their currencies differ, only the dividend in the
 * currency of the price counts, or else the first dividend.
 */
function together(known: SourceDividend | undefined, more: SourceDividend, currency: string): SourceDividend {
  if (!known) return more
  if (known.currency === more.currency)
    return { ...known, amount: Number((known.amount + more.amount).toPrecision(12)) }
  return more.currency === currency ? more : known
}
