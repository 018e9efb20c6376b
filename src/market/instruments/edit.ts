import { refuse } from '#src/contract/errors.ts'
import { type AssetClass, assetClasses } from '#src/contract/market.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import * as store from './edit-store.ts'
import type { Instrument } from './instrument.ts'
import * as instruments from './instrument-store.ts'
import { homeOrder, instrumentsChannel } from './instruments.ts'
import { canonicalCode, canonicalRegion, lookupOf, readSymbol } from './symbol.ts'

const nameLengthMax = 400
const searchMax = 100

/** Instruments in every state, those with the requested code first. `next`: the cursor of the next page. */
export async function searchInstruments(
  ctx: Platform,
  actor: Actor,
  filter: store.InstrumentFilter,
  { limit, after }: { limit: number; after: number | null },
): Promise<{ rows: store.EditedInstrument[]; next: number | null }> {
  await requireStaff(ctx, actor, 'symbol.list')
  const size = Math.min(limit, searchMax)
  const rows = await store.searched(ctx.postgres.db, filter, { limit: size + 1, after })
  const shown = rows.slice(0, size)
  return { rows: shown, next: rows.length > size ? (shown.at(-1)?.id ?? null) : null }
}

export async function readInstrument(
  ctx: Platform,
  actor: Actor,
  id: number,
): Promise<{ instrument: store.EditedInstrument; former: string[] }> {
  await requireStaff(ctx, actor, 'symbol.list')
  const instrument = await store.editedById(ctx.postgres.db, id)
  if (!instrument) throw refuse('not_found')
  return { instrument, former: await store.formerCodes(ctx.postgres.db, id) }
}

/** Fields as the operator entered them; absent: unchanged. `priceStep` and `lot`: decimal numbers above 0. */
export type InstrumentEdit = {
  name?: string | undefined
  nameCn?: string | undefined
  nameHk?: string | undefined
  currency?: string | undefined
  isin?: string | undefined
  sector?: string | undefined
  industry?: string | undefined
  priceStep?: string | undefined
  lot?: string | undefined
}

/**
 * `version`: the version of the instrument that the person read. If the instrument has a newer version, the call is
 * refused with `changed_meanwhile`. Null: no check.
 */
export type AboutInstrument = { id: number; version: number | null }

/** Sets fields of an instrument. Later imports of lists do not change these fields. */
export async function editInstrument(
  ctx: Platform,
  actor: Actor,
  { id, version, ...input }: AboutInstrument & InstrumentEdit,
): Promise<void> {
  const by = await requireStaff(ctx, actor, 'symbol.edit')
  const values = columnsOf(input)
  if (Object.keys(values).length === 0) throw refuse('missing_parameter', { param: 'name' })
  await change(ctx, { id, version }, async (tx, instrument) => {
    const before = columnsOf(fieldsOf(instrument))
    await store.edit(tx, id, values)
    const old = Object.fromEntries(Object.keys(values).map((name) => [name, before[name as keyof typeof before]]))
    await ctx.postgres.audit(tx, by, 'instrument.edit', String(id), { before: old, after: values })
  })
}

/** Renames an instrument. Its history stays, and its old code is still found. Refuses a used code with `conflict`. */
export async function renameInstrument(
  ctx: Platform,
  actor: Actor,
  { code: text, ...about }: AboutInstrument & { code: string },
): Promise<void> {
  const by = await requireStaff(ctx, actor, 'symbol.rename')
  await change(ctx, about, async (tx, instrument) => {
    const code = canonicalCode(readCode(instrument.class, text), instrument.region)
    if (code === instrument.code || (await store.isCodeInUse(tx, { ...instrument, code })))
      throw refuse('conflict', { param: 'code' })
    const now = new Date(ctx.clock.now())
    await instruments.addAlias(tx, instrument.id, instrument.class, lookupOf(instrument.code), now)
    await instruments.rename(tx, instrument.id, code)
    const names = { from: instrument.code, to: code }
    await ctx.postgres.audit(tx, by, 'instrument.rename', String(instrument.id), names)
  })
}

/** Sets the state: listed, suspended or delisted. The history of a delisted instrument stays readable. */
export async function setInstrumentState(
  ctx: Platform,
  actor: Actor,
  { state, ...about }: AboutInstrument & { state: Instrument['state'] },
): Promise<void> {
  const by = await requireStaff(ctx, actor, 'symbol.state')
  await change(ctx, about, async (tx, { id, state: before }) => {
    await instruments.setState(tx, id, state)
    await ctx.postgres.audit(tx, by, 'instrument.state', String(id), { state, before })
  })
}

export type AddedInstrument = InstrumentEdit & {
  class: string
  region: string
  exchange: string
  code: string
  name: string
}

/** Adds a listed instrument and returns its id. Refuses with `conflict` if the exchange already has the code. */
export async function addInstrument(ctx: Platform, actor: Actor, input: AddedInstrument): Promise<number> {
  const by = await requireStaff(ctx, actor, 'symbol.add')
  const assetClass = assetClasses.find((name) => name === input.class)
  if (!assetClass) throw refuse('invalid_parameter', { param: 'class' })
  const region = canonicalRegion(input.region)
  if (!/^[A-Z]{2}$/.test(region)) throw refuse('invalid_parameter', { param: 'region' })
  const exchange = input.exchange.trim().toUpperCase()
  if (!/^[A-Z0-9]{0,20}$/.test(exchange)) throw refuse('invalid_parameter', { param: 'exchange' })
  const code = canonicalCode(readCode(assetClass, input.code), region)
  const values = columnsOf(input)
  return ctx.postgres.transaction(async (tx) => {
    const key = { class: assetClass, region, exchange, code }
    if (await store.isCodeInUse(tx, key)) throw refuse('conflict', { param: 'code' })
    const { ids } = await instruments.upsert(tx, [{ ...key, name: values.name ?? code }], 'operator')
    const [id = 0] = ids
    await store.edit(tx, id, values)
    await instruments.chooseHomes(tx, homeOrder)
    await ctx.postgres.audit(tx, by, 'instrument.add', String(id), { ...key, ...values })
    await ctx.postgres.notify(tx, instrumentsChannel, null)
    return id
  })
}

async function change(
  ctx: Platform,
  { id, version }: AboutInstrument,
  work: (tx: Tx, instrument: store.EditedInstrument) => Promise<void>,
): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    const instrument = await store.editedById(tx, id, true)
    if (!instrument) throw refuse('not_found')
    if (version !== null && instrument.version !== version) throw refuse('changed_meanwhile')
    await work(tx, instrument)
    await ctx.postgres.notify(tx, instrumentsChannel, null)
  })
}

function readCode(assetClass: AssetClass, text: string): string {
  const code = text.trim().toUpperCase()
  if (code.includes('$') || readSymbol(assetClass, code).length === 0)
    throw refuse('invalid_parameter', { param: 'code' })
  return code
}

function fieldsOf({ names, priceStep, lot, ...rest }: Instrument): InstrumentEdit {
  const { currency, isin, sector, industry } = rest
  const named = { name: names.en, nameCn: names.cn, nameHk: names.hk }
  return { ...named, currency, isin, sector, industry, priceStep: String(priceStep), lot: String(lot) }
}

const fields = [
  ['name', 'name'],
  ['nameCn', 'name_cn'],
  ['nameHk', 'name_hk'],
  ['currency', 'currency'],
  ['isin', 'isin'],
  ['sector', 'sector'],
  ['industry', 'industry'],
  ['priceStep', 'price_step'],
  ['lot', 'lot'],
] as const

const shapes: Partial<Record<(typeof fields)[number][0], RegExp>> = {
  name: /\S/,
  currency: /^([A-Za-z]{3,5})?$/,
  isin: /^([A-Z]{2}[A-Z0-9]{9}\d)?$/,
  priceStep: /^\d{1,9}(\.\d{1,10})?$/,
  lot: /^\d{1,9}(\.\d{1,10})?$/,
}

function columnsOf(input: InstrumentEdit): store.EditedColumns {
  const values: store.EditedColumns = {}
  for (const [field, column] of fields) {
    const text = input[field]?.trim()
    if (text === undefined) continue
    const isNumber = field === 'priceStep' || field === 'lot'
    const fits = (shapes[field]?.test(text) ?? true) && text.length <= nameLengthMax && !/\p{Cc}/u.test(text)
    if (!fits || (isNumber && Number(text) <= 0)) throw refuse('invalid_parameter', { param: field })
    values[column] = text
  }
  return values
}
