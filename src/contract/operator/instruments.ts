import { z } from 'zod'
import { nothing } from '../account/shapes.ts'
import { assetClasses } from '../market.ts'
import { defineRoute } from '../route.ts'
import { instrumentStates } from '../values/instrument-state.ts'
import { staffErrors } from './console.ts'

const listed = z.object({
  id: z.number(),
  class: z.enum(assetClasses),
  region: z.string(),
  exchange: z.string().describe('empty: unknown'),
  code: z.string(),
  name: z.string(),
  state: z.enum(instrumentStates),
  source: z.string(),
})
export type ListedInstrument = z.infer<typeof listed>

export const searchInstrumentsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/instruments',
  summary: 'Instruments in every state, first the instruments with exactly the requested code, 50 at a time',
  auth: 'staff',
  verb: 'symbol.list',
  query: z.object({
    q: z.string().trim().max(100).optional().describe('the beginning of a code, a part of a name, or an ISIN'),
    class: z.enum(assetClasses).optional(),
    state: z.enum(instrumentStates).optional(),
    after: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
  }),
  data: z.object({ instruments: z.array(listed), next: z.number().nullable() }),
  errors: staffErrors,
})

const place = z.object({ code: z.string(), name: z.string(), country: z.string() })
export type Place = z.infer<typeof place>

export const listPlacesRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/places',
  summary: 'The exchanges of instruments, with their countries',
  auth: 'staff',
  verb: 'symbol.list',
  data: z.array(place),
  errors: staffErrors,
})

const instrumentId = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) })
const version = z.number().int().min(0)
const history = z.object({ bars: z.number(), ticks: z.number(), factors: z.number() })

const instrument = listed.extend({
  version,
  nameCn: z.string(),
  nameHk: z.string(),
  currency: z.string(),
  isin: z.string(),
  sector: z.string(),
  industry: z.string(),
  priceStep: z.string(),
  lot: z.string(),
  former: z.array(z.string()).describe('codes that also find the instrument, without separators'),
  history,
})
export type ConsoleInstrument = z.infer<typeof instrument>

const merge = z.object({
  into: listed,
  history: history.describe('the history of the instrument that remains'),
  refusal: z
    .enum(['same', 'class', 'currency', 'catalogue'])
    .nullable()
    .describe('why the two instruments cannot be merged'),
})
export type MergePreview = z.infer<typeof merge>

export const readInstrumentRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/instruments/{id}',
  summary: 'One instrument, and the effect of a merge into another instrument',
  auth: 'staff',
  verb: 'symbol.list',
  params: instrumentId,
  query: z.object({ into: z.string().trim().max(80).optional().describe('an id, or `stock:BAC$US`') }),
  data: z.object({
    instrument,
    merge: merge.nullable().describe('null without `into`, or if no such instrument exists'),
  }),
  errors: [...staffErrors, 'history_unavailable'],
})

const text = z.string().max(400).optional()
const fields = {
  nameCn: text,
  nameHk: text,
  currency: text,
  isin: text,
  sector: text,
  industry: text,
  priceStep: text,
  lot: text,
}

export const addInstrumentRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/instruments',
  summary: 'Lists a new instrument',
  auth: 'staff',
  verb: 'symbol.add',
  body: z.object({
    class: z.string().max(20),
    region: z.string().max(10),
    exchange: z.string().max(20),
    code: z.string().min(1).max(40),
    name: z.string().min(1).max(400),
    ...fields,
  }),
  data: z.object({ id: z.number() }),
  errors: [...staffErrors, 'invalid_parameter', 'conflict'],
})

export const editInstrumentRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/instruments/{id}/edit',
  summary: 'Sets fields; later imports of lists do not change these fields',
  auth: 'staff',
  verb: 'symbol.edit',
  params: instrumentId,
  body: z.object({ version, name: text, ...fields }),
  data: nothing,
  errors: [...staffErrors, 'changed_meanwhile', 'missing_parameter', 'invalid_parameter'],
})

export const renameInstrumentRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/instruments/{id}/rename',
  summary: 'Gives an instrument a new code; the old code still finds it',
  auth: 'staff',
  verb: 'symbol.rename',
  params: instrumentId,
  body: z.object({ version, code: z.string().min(1).max(40) }),
  data: nothing,
  errors: [...staffErrors, 'changed_meanwhile', 'invalid_parameter', 'conflict'],
})

export const instrumentStateRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/instruments/{id}/state',
  summary: 'Lists, suspends or delists an instrument; its history stays readable',
  auth: 'staff',
  verb: 'symbol.state',
  params: instrumentId,
  body: z.object({ version, state: z.enum(instrumentStates) }),
  data: nothing,
  errors: [...staffErrors, 'changed_meanwhile'],
})

export const mergeInstrumentRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/instruments/{id}/merge',
  summary: 'Merges an instrument with its history into another instrument. A merge cannot be undone',
  auth: 'staff',
  verb: 'symbol.merge',
  params: instrumentId,
  body: z.object({ version, into: z.number().int().min(1) }),
  data: nothing,
  errors: [...staffErrors, 'changed_meanwhile', 'conflict', 'history_unavailable'],
})
