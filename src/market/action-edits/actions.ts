import { refuse } from '#src/contract/errors.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { exchangeOf } from '../calendar/exchange-of.ts'
import { adjustBars, type Factor } from '../history/adjust.ts'
import { type FactorStep, factorAt, withSteps } from '../history/factor-steps.ts'
import { baseOf, setFactors } from '../history/factor-store.ts'
import { readBars } from '../history/history.ts'
import { type EditedInstrument, editedById } from '../instruments/edit-store.ts'
import { instrumentsChannel } from '../instruments/instruments.ts'
import { type ActionInput, type ActionKind, readAction, readDay } from './action-input.ts'
import { dateBefore, stepOf } from './action-steps.ts'
import * as store from './store.ts'

const closesShown = 5

/** A listed or removed action. `edit`: the kind of the operator's edit, or null without an edit. */
export type ShownAction = store.ListedAction & { edit: 'added' | 'changed' | 'removed' | null }

/**
 * The splits and dividends of an instrument, newest first. `instrument.version` is the `version` for `changeAction`.
 */
export async function listActions(
  ctx: Platform,
  actor: Actor,
  instrumentId: number,
): Promise<{ instrument: EditedInstrument; actions: ShownAction[] }> {
  await requireStaff(ctx, actor, 'action.list')
  const { db } = ctx.postgres
  const instrument = present(await editedById(db, instrumentId))
  const edits = await store.editsOf(db, instrumentId)
  const listed = (await store.listedActions(db, instrumentId)).map((action) => {
    const edit = edits.find(({ kind, exDate }) => kind === action.kind && exDate === action.exDate)
    return { ...action, edit: edit ? (edit.before ? ('changed' as const) : ('added' as const)) : null }
  })
  const removed = edits.flatMap(({ isRemoved, before }) =>
    isRemoved && before ? [{ ...before, edit: 'removed' as const }] : [],
  )
  const actions = [...listed, ...removed].sort((a, b) => (a.exDate < b.exDate ? 1 : -1))
  return { instrument, actions }
}

/** The requested state of a day's action: as entered (`set`), removed (`remove`), or as before its edit (`restore`). */
export type ActionChange = { instrumentId: number } & (
  | { to: 'set'; action: ActionInput }
  | { to: 'remove' | 'restore'; kind: ActionKind; exDate: string }
)

/**
 * The factor for prices before the ex-date, and the last closes before the ex-date, raw and adjusted. `before` and
 * `after` have the values before and after the change. `time`: 00:00 UTC in ms.
 */
export type ActionEffect = {
  before: Pick<Factor, 'price' | 'split'>
  after: Pick<Factor, 'price' | 'split'>
  closes: { time: number; raw: number; before: number; after: number }[]
}

export async function previewAction(ctx: Platform, actor: Actor, change: ActionChange): Promise<ActionEffect> {
  await requireStaff(ctx, actor, 'action.list')
  const { db } = ctx.postgres
  const instrument = present(await editedById(db, change.instrumentId))
  const planned = await plan(ctx, db, instrument, change)
  const { factors: base } = await baseOf(db, instrument.id)
  const [before, after] = [withSteps(base, stepsOf(planned.edits)), withSteps(base, stepsOf(planned.next))]
  const last = Date.parse(planned.lastDate)
  const range = { to: last, limit: closesShown, order: 'newest' } as const
  const bars = await readBars(ctx, { instrument, interval: '1d', ...range })
  const closesBy = (factors: readonly Factor[]) => adjustBars(bars, 'all', factors, ({ time }) => time)
  const [earlier, later] = [closesBy(before), closesBy(after)]
  return {
    before: figuresOf(factorAt(before, last)),
    after: figuresOf(factorAt(after, last)),
    closes: bars.map(({ time, close }, at) => ({
      ...{ time, raw: close },
      before: earlier[at]?.close ?? close,
      after: later[at]?.close ?? close,
    })),
  }
}

/**
 * `version`: the version of the instrument that the person read. If the instrument has a newer version, the call is
 * refused with `changed_meanwhile`. Null: no check.
 */
export async function changeAction(
  ctx: Platform,
  actor: Actor,
  { version, ...change }: ActionChange & { version: number | null },
): Promise<void> {
  const by = await requireStaff(ctx, actor, 'action.set')
  await ctx.postgres.transaction(async (tx) => {
    const instrument = present(await editedById(tx, change.instrumentId, true))
    if (version !== null && instrument.version !== version) throw refuse('changed_meanwhile')
    const planned = await plan(ctx, tx, instrument, change)
    const base = await baseOf(tx, instrument.id)
    await write(tx, ctx, instrument.id, planned)
    await setFactors(tx, instrument.id, base)
    await store.raiseVersion(tx, instrument.id)
    const { listed: before, becomes: after } = planned
    await ctx.postgres.audit(tx, by, `action.${change.to}`, String(instrument.id), { before, after })
    await ctx.postgres.notify(tx, instrumentsChannel, null)
  })
}

type Planned = {
  kind: ActionKind
  exDate: string
  lastDate: string
  listed: store.ListedAction | null
  becomes: store.ListedAction | null
  edit: store.ActionEdit | null
  edits: store.ActionEdit[]
  next: store.ActionEdit[]
}

/** The edits of an instrument before and after a change, and the listed action of the changed day. */
async function plan(
  ctx: Platform,
  db: Parameters<typeof store.editsOf>[0],
  instrument: EditedInstrument,
  change: ActionChange,
): Promise<Planned> {
  const action = change.to === 'set' ? readAction(change.action, instrument.currency) : null
  const kind = change.to === 'set' ? change.action.kind : change.kind
  const exDate = action?.exDate ?? readDay(change.to === 'set' ? '' : change.exDate, 'exDate')
  const isOfDay = (one: { kind: ActionKind; exDate: string }) => one.kind === kind && one.exDate === exDate
  const edits = await store.editsOf(db, instrument.id)
  const known = edits.find(isOfDay) ?? null
  const listed = (await store.listedActions(db, instrument.id)).find(isOfDay) ?? null
  const before = known ? known.before : listed
  if (change.to === 'restore' ? !known : change.to === 'remove' && !listed) throw refuse('not_found')
  // Removing an action that the operator added is the same as restoring the day.
  const isGone = change.to === 'restore' || (change.to === 'remove' && before === null)
  const lastDate = known?.lastDate ?? dateBefore(exchangeOf(ctx, instrument), exDate)
  const reference = action || !known ? await closeOf(ctx, instrument, lastDate) : known.reference
  const about = { kind, exDate, lastDate, reference: reference ?? 0, before }
  const edit = isGone ? null : { ...about, step: stepFor(action, reference), isRemoved: action === null }
  const next = [...edits.filter((one) => !isOfDay(one)), ...(edit ? [edit] : [])]
  const becomes = action ? { ...action, source: 'operator' } : isGone ? before : null
  return { kind, exDate, lastDate, listed, becomes, edit, edits, next }
}

/** The factor of an action; 1 for no action. Refuses a dividend without a larger close before its ex-date. */
function stepFor(action: ActionInput | null, close: number | null): number {
  if (action === null) return 1
  const step = stepOf(action, close)
  if (step === null) throw refuse('invalid_parameter', { param: 'amount' })
  return step
}

async function write(
  tx: Tx,
  ctx: Platform,
  instrumentId: number,
  { kind, exDate, edit, becomes }: Planned,
): Promise<void> {
  if (edit) await store.putEdit(tx, instrumentId, edit, ctx.clock.now())
  else await store.deleteEdit(tx, instrumentId, kind, exDate)
  if (becomes) await store.putListed(tx, instrumentId, becomes)
  else await store.deleteListed(tx, instrumentId, kind, exDate)
}

async function closeOf(ctx: Platform, instrument: EditedInstrument, date: string): Promise<number | null> {
  const range = { to: Date.parse(date), limit: 1, order: 'newest' } as const
  const [bar] = await readBars(ctx, { instrument, interval: '1d', ...range })
  return bar?.close ?? null
}

function stepsOf(edits: readonly store.ActionEdit[]): FactorStep[] {
  return edits.map(({ kind, exDate, lastDate, step, reference }) => ({
    ...{ kind, step, reference },
    last: Date.parse(lastDate),
    exDate: Date.parse(exDate),
  }))
}

function figuresOf({ price, split }: Factor): Pick<Factor, 'price' | 'split'> {
  return { price, split }
}

function present<T>(found: T | null): T {
  if (found === null) throw refuse('not_found')
  return found
}
