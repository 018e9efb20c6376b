import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { Factor } from './adjust.ts'
import { type FactorStep, withSteps } from './factor-steps.ts'

type Row = { date: string; price_factor: number; split_factor: number; reference_price: number }

/** The adjustment factors of an instrument, oldest first. */
export async function factorsOf(db: Db, instrumentId: number): Promise<Factor[]> {
  return factorsIn(db, 'factors', instrumentId)
}

/** The adjustment factors of many instruments, oldest first. */
export async function factorsOfMany(db: Db, instrumentIds: readonly number[]): Promise<Map<number, Factor[]>> {
  const { rows } = await sql<Row & { instrument_id: number }>`
    select instrument_id, to_char(date, 'YYYY-MM-DD') as date, price_factor, split_factor, reference_price
    from factors f where instrument_id = any(${instrumentIds}) order by f.date
  `.execute(db)
  const byInstrument = Map.groupBy(rows, ({ instrument_id }) => instrument_id)
  return new Map([...byInstrument].map(([id, own]) => [id, own.map(factorIn)]))
}

/** `import`: from a file of factors; `actions`: computed from the instrument's splits and dividends. */
export type FactorSource = 'import' | 'actions'
export type FactorBase = { factors: Factor[]; source: FactorSource }

/** The factors as imported or computed, without the operator's edits. Without factors, `source` is `actions`. */
export async function baseOf(db: Db | Tx, instrumentId: number): Promise<FactorBase> {
  const edited = await stepsOf(db, instrumentId)
  const table = edited.length > 0 ? 'factor_base' : 'factors'
  const { rows } = await sql<{ source: FactorSource }>`
    select source from ${sql.table(table)} where instrument_id = ${instrumentId} limit 1`.execute(db)
  return { factors: await factorsIn(db, table, instrumentId), source: rows[0]?.source ?? 'actions' }
}

async function factorsIn(db: Db | Tx, table: 'factors' | 'factor_base', instrumentId: number): Promise<Factor[]> {
  const { rows } = await sql<Row>`
    select to_char(date, 'YYYY-MM-DD') as date, price_factor, split_factor, reference_price
    from ${sql.table(table)} f where instrument_id = ${instrumentId} order by f.date
  `.execute(db)
  return rows.map(factorIn)
}

function factorIn({ date, price_factor, split_factor, reference_price }: Row): Factor {
  return {
    date: Date.parse(`${date}T00:00:00Z`),
    price: price_factor,
    split: split_factor,
    reference: reference_price,
  }
}

type StepRow = Pick<FactorStep, 'kind' | 'step'> & Record<'last' | 'ex', string> & { reference_price: number }

async function stepsOf(db: Db | Tx, instrumentId: number): Promise<FactorStep[]> {
  const { rows } = await sql<StepRow>`
    select kind, to_char(last_date, 'YYYY-MM-DD') as last, to_char(ex_date, 'YYYY-MM-DD') as ex, step, reference_price
    from corporate_action_edit where instrument_id = ${instrumentId} order by ex_date, kind`.execute(db)
  return rows.map(({ kind, step, last, ex, reference_price }) => ({
    ...{ kind, step, reference: reference_price },
    ...{ last: Date.parse(last), exDate: Date.parse(ex) },
  }))
}

/** Locks the factors of an instrument until the transaction ends, so that sets of factors are written one at a time. */
export async function lockFactors(tx: Tx, instrumentId: number): Promise<void> {
  await sql`select from instruments where id = ${instrumentId} for no key update`.execute(tx)
}

/** Replaces imported or computed factors. The operator's edits stay. */
export async function setFactors(tx: Tx, instrumentId: number, { factors, source }: FactorBase): Promise<void> {
  await lockFactors(tx, instrumentId)
  const steps = await stepsOf(tx, instrumentId)
  await putFactors(tx, 'factor_base', instrumentId, { factors: steps.length > 0 ? factors : [], source })
  await putFactors(tx, 'factors', instrumentId, { factors: withSteps(factors, steps), source })
}

async function putFactors(
  tx: Tx,
  table: 'factors' | 'factor_base',
  instrumentId: number,
  { factors, source }: FactorBase,
): Promise<void> {
  await sql`delete from ${sql.table(table)} where instrument_id = ${instrumentId}`.execute(tx)
  await sql`insert into ${sql.table(table)} (instrument_id, date, price_factor, split_factor, reference_price, source)
    select ${instrumentId}, f.*, ${source} from unnest(
      ${factors.map(({ date }) => new Date(date).toISOString().slice(0, 10))}::date[], ${factors.map(({ price }) => price)}::float8[],
      ${factors.map(({ split }) => split)}::float8[], ${factors.map(({ reference }) => reference)}::float8[]) as f`.execute(
    tx,
  )
}
