import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'
import { sameSplitDays } from '../companies/action-store.ts'
import type { ActionInput, ActionKind } from './action-input.ts'

/** A split or a dividend in the list. Days: `2026-01-31`; numbers as decimal text. */
export type ListedAction = { kind: ActionKind; exDate: string; source: string } & Omit<ActionInput, 'kind' | 'exDate'>

/** The operator's edit of a day's action. `before`: the listed action that the edit replaced. */
export type ActionEdit = {
  kind: ActionKind
  exDate: string
  lastDate: string
  step: number
  reference: number
  isRemoved: boolean
  before: ListedAction | null
}

type ActionRow = Record<'ex_date' | 'source', string> &
  Record<'new_shares' | 'old_shares' | 'amount' | 'currency' | 'record_date' | 'pay_date', string | null> & {
    kind: ActionKind
  }

/** The splits and dividends of an instrument, newest first. */
export async function listedActions(db: Db | Tx, instrumentId: number): Promise<ListedAction[]> {
  const { rows } = await sql<ActionRow>`
    select 'split' as kind, to_char(ex_date, 'YYYY-MM-DD') as ex_date, source, new_shares::text, old_shares::text,
      null::text as amount, null::text as currency, null::text as record_date, null::text as pay_date
    from splits where instrument_id = ${instrumentId}
    union all
    select 'dividend', to_char(ex_date, 'YYYY-MM-DD'), source, null, null, amount::text, currency,
      to_char(record_date, 'YYYY-MM-DD'), to_char(pay_date, 'YYYY-MM-DD')
    from dividends where instrument_id = ${instrumentId}
    order by ex_date desc, kind`.execute(db)
  return rows.map((row) => ({
    ...{ kind: row.kind, exDate: row.ex_date, source: row.source },
    ...{ newShares: row.new_shares ?? '', oldShares: row.old_shares ?? '' },
    ...{ amount: row.amount ?? '', currency: row.currency ?? '' },
    ...{ recordDate: row.record_date ?? '', payDate: row.pay_date ?? '' },
  }))
}

type EditRow = {
  kind: ActionKind
  ex_date: string
  last_date: string
  step: number
  reference_price: number
  is_removed: boolean
  before: ListedAction | null
}

export async function editsOf(db: Db | Tx, instrumentId: number): Promise<ActionEdit[]> {
  const { rows } = await sql<EditRow>`
    select kind, to_char(ex_date, 'YYYY-MM-DD') as ex_date, to_char(last_date, 'YYYY-MM-DD') as last_date, step,
      reference_price, is_removed, before
    from corporate_action_edit where instrument_id = ${instrumentId} order by corporate_action_edit.ex_date, kind`.execute(
    db,
  )
  return rows.map((row) => ({
    ...{ kind: row.kind, exDate: row.ex_date, lastDate: row.last_date, step: row.step },
    ...{ reference: row.reference_price, isRemoved: row.is_removed, before: row.before },
  }))
}

export async function putEdit(tx: Tx, instrumentId: number, edit: ActionEdit, now: number): Promise<void> {
  await sql`insert into corporate_action_edit
      (instrument_id, kind, ex_date, last_date, step, reference_price, is_removed, before, changed_at)
    values (${instrumentId}, ${edit.kind}, ${edit.exDate}::date, ${edit.lastDate}::date, ${edit.step}, ${edit.reference},
      ${edit.isRemoved}, ${edit.before === null ? null : JSON.stringify(edit.before)}::jsonb, ${new Date(now)})
    on conflict (instrument_id, kind, ex_date) do update set last_date = excluded.last_date, step = excluded.step,
      reference_price = excluded.reference_price, is_removed = excluded.is_removed, changed_at = excluded.changed_at`.execute(
    tx,
  )
}

export async function deleteEdit(tx: Tx, instrumentId: number, kind: ActionKind, exDate: string): Promise<void> {
  await sql`delete from corporate_action_edit
    where instrument_id = ${instrumentId} and kind = ${kind} and ex_date = ${exDate}::date`.execute(tx)
}

/** Puts an action into the list, in place of the listed action of its kind and day. */
export async function putListed(tx: Tx, instrumentId: number, action: ListedAction): Promise<void> {
  await deleteListed(tx, instrumentId, action.kind, action.exDate)
  const { exDate, source } = action
  const date = (text: string) => (text === '' ? null : text)
  if (action.kind === 'split')
    await sql`insert into splits (instrument_id, ex_date, new_shares, old_shares, source)
      values (${instrumentId}, ${exDate}::date, ${action.newShares}::numeric, ${action.oldShares}::numeric, ${source})`.execute(
      tx,
    )
  else
    await sql`insert into dividends (instrument_id, ex_date, amount, currency, record_date, pay_date, source)
      values (${instrumentId}, ${exDate}::date, ${action.amount}::numeric, ${action.currency},
        ${date(action.recordDate)}::date, ${date(action.payDate)}::date, ${source})`.execute(tx)
}

export async function deleteListed(tx: Tx, instrumentId: number, kind: ActionKind, exDate: string): Promise<void> {
  const table = sql.table(kind === 'split' ? 'splits' : 'dividends')
  await sql`delete from ${table} where instrument_id = ${instrumentId} and ex_date = ${exDate}::date`.execute(tx)
}

export async function raiseVersion(tx: Tx, instrumentId: number): Promise<void> {
  await sql`update instruments set version = version + 1 where id = ${instrumentId}`.execute(tx)
}

/**
 * An instrument's splits and dividends of imports and sources up to an ex-date, oldest first. An edited action has its
 * values from before the edit.
 */
export async function importedActions(db: Db | Tx, instrumentId: number, until: string): Promise<ListedAction[]> {
  const listed = await listedActions(db, instrumentId)
  const edited = (await editsOf(db, instrumentId)).flatMap(({ before }) => before ?? [])
  return [...listed.filter(({ source }) => source !== 'operator' && source !== 'factors'), ...edited]
    .filter(({ exDate }) => exDate <= until)
    .sort((a, b) => (a.exDate < b.exDate ? -1 : 1))
}

/** The instruments with an ex-date in a range of days, both ends included. */
export async function withActionsIn(db: Db, { from, to }: { from: string; to: string }): Promise<number[]> {
  const { rows } = await sql<{ instrument_id: number }>`
    select instrument_id from splits where ex_date between ${from}::date and ${to}::date
    union select instrument_id from dividends where ex_date between ${from}::date and ${to}::date
    order by instrument_id`.execute(db)
  return rows.map(({ instrument_id }) => instrument_id)
}

/** Replaces the splits that were derived from factors. No split is added on an edited day or near a listed split. */
export async function putDerivedSplits(
  tx: Tx,
  instrumentId: number,
  splits: readonly { exDate: string; newShares: number; oldShares: number }[],
): Promise<void> {
  await sql`delete from splits where instrument_id = ${instrumentId} and source = 'factors'`.execute(tx)
  await sql`insert into splits (instrument_id, ex_date, new_shares, old_shares, source)
    select ${instrumentId}::integer, f.day, f.new_shares, f.old_shares, 'factors'
    from unnest(${splits.map(({ exDate }) => exDate)}::date[], ${splits.map(({ newShares }) => newShares)}::numeric[],
      ${splits.map(({ oldShares }) => oldShares)}::numeric[]) as f (day, new_shares, old_shares)
    where not exists (select from splits s where s.instrument_id = ${instrumentId}
        and abs(s.ex_date - f.day) <= ${sameSplitDays}::integer)
      and not exists (select from corporate_action_edit e where e.instrument_id = ${instrumentId}
        and e.kind = 'split' and e.ex_date = f.day)
    on conflict do nothing`.execute(tx)
}
