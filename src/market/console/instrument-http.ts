import { refuse } from '#src/contract/errors.ts'
import { assetClasses } from '#src/contract/market.ts'
import {
  addInstrumentRoute,
  editInstrumentRoute,
  instrumentStateRoute,
  type ListedInstrument,
  listPlacesRoute,
  type MergePreview,
  mergeInstrumentRoute,
  readInstrumentRoute,
  renameInstrumentRoute,
  searchInstrumentsRoute,
} from '#src/contract/operator/instruments.ts'
import type { Api } from '#src/platform/http/api.ts'
import type { Platform } from '#src/platform/platform.ts'
import { exchangesOf } from '../calendar/exchange-of.ts'
import {
  addInstrument,
  editInstrument,
  readInstrument,
  renameInstrument,
  searchInstruments,
  setInstrumentState,
} from '../instruments/edit.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { findInstrument, instrumentsById } from '../instruments/instruments.ts'
import { historySize, mergeInstruments } from '../merge/merge.ts'
import { mismatchOf } from '../merge/mismatch.ts'

const pageSize = 50

export function mountInstruments(api: Api): void {
  mountReading(api)
  api.handle(addInstrumentRoute, async (ctx, { actor, body }) => ({ id: await addInstrument(ctx, actor, body) }))
  api.handle(editInstrumentRoute, (ctx, { actor, params, body }) => editInstrument(ctx, actor, { ...params, ...body }))
  api.handle(renameInstrumentRoute, (ctx, { actor, params, body }) =>
    renameInstrument(ctx, actor, { ...params, ...body }),
  )
  api.handle(instrumentStateRoute, (ctx, { actor, params, body }) =>
    setInstrumentState(ctx, actor, { ...params, ...body }),
  )
  api.handle(mergeInstrumentRoute, (ctx, { actor, params, body }) =>
    mergeInstruments(ctx, actor, { from: params.id, into: body.into }, body.version),
  )
}

function mountReading(api: Api): void {
  api.handle(searchInstrumentsRoute, async (ctx, { actor, query: { q, class: assetClass, state, after } }) => {
    const filter = { text: q, class: assetClass, state }
    const { rows, next } = await searchInstruments(ctx, actor, filter, { limit: pageSize, after: after ?? null })
    return { instruments: rows.map(listedOf), next }
  })
  api.handle(listPlacesRoute, async (ctx) =>
    [...exchangesOf(ctx).values()].map(({ code, name, country }) => ({ code, name, country })),
  )
  api.handle(readInstrumentRoute, async (ctx, { actor, params, query }) => {
    const { instrument, former } = await readInstrument(ctx, actor, params.id)
    const { names, currency, isin, sector, industry, priceStep, lot, version } = instrument
    return {
      instrument: {
        ...{ ...listedOf(instrument), version, currency, isin, sector, industry, former },
        ...{ nameCn: names.cn, nameHk: names.hk, priceStep: String(priceStep), lot: String(lot) },
        history: await historySize(ctx, instrument.id),
      },
      merge: query.into ? await previewOf(ctx, instrument, query.into) : null,
    }
  })
}

async function previewOf(ctx: Platform, from: Instrument, text: string): Promise<MergePreview> {
  const into = await named(ctx, text)
  if (!into) throw refuse('not_found', { param: 'into' })
  return { into: listedOf(into), history: await historySize(ctx, into.id), refusal: mismatchOf(from, into) }
}

/** Finds an instrument by its id, or by a symbol such as `stock:BAC$US`. */
async function named(ctx: Platform, text: string): Promise<Instrument | null> {
  if (/^\d{1,9}$/.test(text)) return (await instrumentsById(ctx, [Number(text)]))[0] ?? null
  const [named = '', code = ''] = text.split(':', 2)
  const assetClass = assetClasses.find((name) => name === named.toLowerCase())
  return assetClass ? findInstrument(ctx, { class: assetClass, code }) : null
}

function listedOf({
  id,
  class: assetClass,
  region,
  exchange,
  code,
  names,
  state,
  source,
}: Instrument): ListedInstrument {
  return { id, class: assetClass, region, exchange, code, name: names.en, state, source }
}
