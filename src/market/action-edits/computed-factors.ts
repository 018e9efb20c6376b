import { dayMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import { exchangeOf } from '../calendar/exchange-of.ts'
import type { Factor } from '../history/adjust.ts'
import { type FactorStep, withSteps } from '../history/factor-steps.ts'
import { baseOf, lockFactors, setFactors } from '../history/factor-store.ts'
import { readBars } from '../history/history.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { instrumentsById, instrumentsChannel } from '../instruments/instruments.ts'
import { dateBefore, stepOf } from './action-steps.ts'
import * as store from './store.ts'

/** The maximum number of daily bars that are read for closes: the trading days of about a century. */
const daysMax = 26_000
/** The search for an action's previous close starts this number of days before the first action. */
const closeDays = 30

/**
 * Computes an instrument's factors from its splits and dividends without the operator's edits, which are applied later.
 * Does nothing if factors were imported. An action counts from its ex-date on. A dividend without a larger close before
 * its ex-date, or in a currency other than that of the prices, has no factor.
 */
export async function computeFactors(ctx: Platform, instrumentId: number): Promise<void> {
  const { db } = ctx.postgres
  const actions = await store.importedActions(db, instrumentId, isoDay(ctx.clock.now()))
  const { factors: known, source } = await baseOf(db, instrumentId)
  if ((source === 'import' && known.length > 0) || (actions.length === 0 && known.length === 0)) return
  const [instrument] = await instrumentsById(ctx, [instrumentId])
  if (!instrument) return
  const factors = await factorsOfActions(ctx, instrument, actions)
  if (isSame(factors, known)) return
  await ctx.postgres.transaction(async (tx) => {
    // A file of factors may have been imported meanwhile.
    await lockFactors(tx, instrumentId)
    const now = await baseOf(tx, instrumentId)
    if (now.source === 'import' && now.factors.length > 0) return
    await setFactors(tx, instrumentId, { factors, source: 'actions' })
    await ctx.postgres.notify(tx, instrumentsChannel, null)
  })
}

/** Computes the factors of instruments with an ex-date in the last month, because the close before it may be new. */
export async function computeNewFactors(ctx: Platform): Promise<void> {
  const now = ctx.clock.now()
  const days = { from: isoDay(now - closeDays * dayMs), to: isoDay(now) }
  for (const id of await store.withActionsIn(ctx.postgres.db, days)) await computeFactors(ctx, id)
}

type Action = Pick<store.ListedAction, 'kind' | 'exDate' | 'newShares' | 'oldShares' | 'amount' | 'currency'>

/** The factors of splits and dividends, which depend on the last closes before the ex-dates. */
export async function factorsOfActions(
  ctx: Platform,
  instrument: Instrument,
  actions: readonly Action[],
): Promise<Factor[]> {
  return withSteps([], await stepsOf(ctx, instrument, actions))
}

async function stepsOf(ctx: Platform, instrument: Instrument, actions: readonly Action[]): Promise<FactorStep[]> {
  const exchange = exchangeOf(ctx, instrument)
  const dated = actions.map((action) => ({ action, last: Date.parse(dateBefore(exchange, action.exDate)) }))
  const closes = await closesOf(
    ctx,
    instrument,
    dated.map(({ last }) => last),
  )
  return dated.flatMap(({ action, last }): FactorStep[] => {
    const close = closes(last)
    const { kind, currency, exDate } = action
    const isOther =
      kind === 'dividend' && currency !== '' && instrument.currency !== '' && currency !== instrument.currency
    const step = isOther ? null : stepOf(action, close)
    return step === null ? [] : [{ kind, last, exDate: Date.parse(exDate), step, reference: close ?? 0 }]
  })
}

/** The raw close of the newest day at or before each date. */
async function closesOf(
  ctx: Platform,
  instrument: Instrument,
  dates: readonly number[],
): Promise<(date: number) => number | null> {
  if (dates.length === 0) return () => null
  const range = { from: Math.min(...dates) - closeDays * dayMs, to: Math.max(...dates), limit: daysMax }
  const bars = await readBars(ctx, { instrument, interval: '1d', order: 'newest', ...range })
  return (date) => bars.findLast(({ time }) => time <= date)?.close ?? null
}

function isSame(factors: readonly Factor[], known: readonly Factor[]): boolean {
  return JSON.stringify(factors) === JSON.stringify(known)
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
