import { searchQuery } from '#src/contract/data/symbols.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { AssetClass } from '#src/contract/market.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { entitle, notEntitled } from '../../entitlement.ts'
import { boundsOf, type DataAnswer, type DataRequest } from '../wire/call.ts'
import { allowedClasses, classOf, regionOf, scopeOf } from './symbol-scope.ts'
import { nameOf, type SymbolDeps } from './symbols.ts'

const pages = boundsOf(searchQuery.page)
const sizes = boundsOf(searchQuery.size)

/**
 * `/symbol/web/page`: chart search within the plan's markets. A free key gets only the first page, and may not choose a
 * region.
 */
export async function symbolPage({ search }: SymbolDeps, request: DataRequest): Promise<DataAnswer> {
  const { query } = request
  const page = query.integer('page', pages)
  const size = query.integer('size', sizes)
  const type = query.get('type')
  const assetClass = type === undefined || type === 'all' ? null : classOf(type)
  const classes = allowedClasses(request, assetClass, 'search')
  const isMore = page > 1 || query.get('region') !== undefined
  if (isMore) assertMore(request, classes)
  const { region, ignored } = regionOf(request, assetClass)
  if (isMore && region !== null && assetClass !== null) assertMore(request, classes, region)
  const text = (query.get('code') ?? '').slice(0, 60)
  const found = await search.search({ text, scope: scopeOf(request, classes, region), page, size })
  const data = {
    content: found.content.map((instrument) => pageRow(instrument, request.locale)),
    page,
    size,
    last: page * size >= found.totalElements,
    totalElements: found.totalElements,
  }
  return { kind: 'data', data, ...(ignored ? { beside: { warning: 'region_ignored' } } : {}) }
}

/** Refuses a request for a further page or for one country if the plan does not allow such requests. */
function assertMore(request: DataRequest, classes: readonly AssetClass[], region: string | null = null): void {
  const [first = 'stock'] = classes
  const verdict = entitle(request, { class: first, region, call: 'search-more' })
  if (!verdict.allowed) throw notEntitled(verdict, request.locale)
}

/** The classes whose name is the `prefix` of their symbols. Symbols of other classes have no prefix. */
const classLabels: Partial<Record<AssetClass, string>> = { crypto: 'Crypto', forex: 'Forex', indices: 'Indices' }

function pageRow(instrument: Instrument, locale: Locale) {
  const isPair = instrument.class === 'crypto' || instrument.class === 'forex'
  const [base, quote] = isPair ? [instrument.code.slice(0, -instrument.currency.length), instrument.currency] : ['', '']
  return {
    id: String(instrument.id),
    symbol: instrument.code,
    description: nameOf(instrument, locale),
    type: instrument.class,
    exchange: instrument.exchange,
    prefix: classLabels[instrument.class]?.toUpperCase() ?? '',
    country:
      instrument.class === 'stock' || instrument.class === 'fund' || instrument.class === 'future'
        ? instrument.region
        : '',
    logoid: isPair
      ? ''
      : `${instrument.class}-${instrument.region}-${instrument.code}`.toLowerCase().replaceAll(/[^a-z0-9.-]/g, '_'),
    baseCurrencyLogoid: base ? `currency-${base.toLowerCase()}` : '',
    currencyLogoid: quote ? `currency-${quote.toLowerCase()}` : '',
    providerId: instrument.source,
  }
}
