import { refuse } from '#src/contract/errors.ts'
import { type AssetClass, isWorldwide } from '#src/contract/market.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { readSymbol } from '#src/market/instruments/symbol.ts'
import type { SearchIndex } from '#src/market/search/search-index.ts'
import type { DataCall } from '#src/plans/entitlement.ts'
import { entitle, notEntitled } from '../../entitlement.ts'
import type { DataRequest } from '../wire/call.ts'
import type { Directory } from './directory.ts'

export type Entitled = { instrument: Instrument; delayMs: number; earliest: number | null }

type Known = { directory: Directory; search: SearchIndex }

/**
 * The instrument of a call. An unknown code gets 404 with similar codes; a code outside the plan gets 403 with the
 * required plan.
 */
export function oneInstrument(
  deps: Known,
  request: DataRequest,
  assetClass: AssetClass,
  call: DataCall,
): Entitled | Promise<Entitled> {
  const code = request.query.need('code', 'symbol')
  const region = request.query.get('region')
  const found = deps.directory.find(assetClass, code, region, request.query.get('exchange'))
  if (found && !(found instanceof Promise)) return requireEntitlement(request, found, call)
  return orRefuse(deps, request, assetClass, call, found)
}

async function orRefuse(
  { search }: Known,
  request: DataRequest,
  assetClass: AssetClass,
  call: DataCall,
  found: null | Promise<Instrument | null>,
): Promise<Entitled> {
  const instrument = await found
  if (instrument) return requireEntitlement(request, instrument, call)
  const code = request.query.need('code', 'symbol')
  const region = request.query.get('region')
  if (readSymbol(assetClass, code, region ?? null).length === 0) throw refuse('invalid_symbol', { param: 'code' })
  const regionCode = isWorldwide(assetClass) ? null : (region?.trim().toUpperCase() ?? null)
  const accessRequest = { class: assetClass, region: regionCode, call: 'symbols' } as const
  const early = entitle(request, accessRequest)
  if (!early.allowed) throw notEntitled(early, request.locale)
  const suggestions = await search.suggest(assetClass, code, 5)
  throw refuse('unknown_symbol', { param: 'code', extra: { reason: 'unknown_symbol', suggestions } })
}

export function requireEntitlement(request: DataRequest, instrument: Instrument, call: DataCall): Entitled {
  const accessRequest = { class: instrument.class, region: instrument.region, code: instrument.code, call }
  const verdict = entitle(request, accessRequest)
  if (!verdict.allowed) throw notEntitled(verdict, request.locale)
  return { instrument, delayMs: verdict.delayMs, earliest: verdict.earliest }
}

export const codesMax = 100

/** `name`: the code or, for another listing of a code that the batch has, the code as the client wrote it. */
export type Batch = {
  entitled: (Entitled & { name: string })[]
  reasons: Record<string, { reason: string; suggestions?: string[] }>
}

/**
 * The instruments of a batch call, without duplicates. `reasons`: the reason for each code without a result, by code.
 */
export async function manyInstruments(
  directory: Directory,
  request: DataRequest,
  assetClass: AssetClass,
  call: DataCall,
): Promise<Batch> {
  const codes = [
    ...new Set(
      request.query
        .need('codes', 'code')
        .split(',')
        .map((code) => code.trim())
        .filter((code) => code !== ''),
    ),
  ]
  if (codes.length === 0) throw refuse('missing_parameter', { param: 'codes' })
  if (codes.length > codesMax)
    throw refuse('too_many_symbols', { param: 'codes', values: { max: codesMax }, extra: { max: codesMax } })
  const region = request.query.get('region')
  const exchange = request.query.get('exchange')
  await directory.learn(assetClass, codes, region, exchange)
  const found = new Map<number, Batch['entitled'][number]>()
  const names = new Set<string>()
  const reasons: Batch['reasons'] = {}
  for (const code of codes) {
    const instrument = await directory.find(assetClass, code, region, exchange)
    if (!instrument) {
      reasons[code] = { reason: 'unknown_symbol' }
      continue
    }
    if (found.has(instrument.id)) continue
    const accessRequest = { class: assetClass, region: instrument.region, code: instrument.code, call }
    const verdict = entitle(request, accessRequest)
    if (verdict.allowed) {
      const name = names.has(instrument.code) ? code : instrument.code
      names.add(name)
      found.set(instrument.id, { name, instrument, delayMs: verdict.delayMs, earliest: verdict.earliest })
    } else reasons[code] = { reason: verdict.outOfScope ? 'not_in_scope' : 'not_in_plan' }
  }
  return { entitled: [...found.values()], reasons }
}
