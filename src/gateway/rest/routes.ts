import { type GatewayName, gatewayNames, gatewayRoutes } from '#src/contract/data/data.ts'
import { type Refusal, refuse } from '#src/contract/errors.ts'
import { type AssetClass, assetClasses } from '#src/contract/market.ts'
import { streamPath } from '#src/contract/stream-names.ts'
import { brandOf } from '#src/platform/brand/brand.ts'
import type { Platform } from '#src/platform/platform.ts'
import { asyncapiDocument } from '../stream/asyncapi.ts'
import { dividendCalendar, earningsCalendar, ipoCalendar, splitCalendar } from './companies/calendars.ts'
import { stockFundamentals, stockInfo } from './companies/company.ts'
import { stockDividends, stockFactors, stockSplits } from './companies/corporate-actions.ts'
import { stockIpos } from './companies/ipos.ts'
import { dayFile, type FileDeps, isFilePath } from './files/day-file.ts'
import { fileList } from './files/file-list.ts'
import { ingestOpenApi } from './ingest-openapi.ts'
import { holidays } from './instruments/holidays.ts'
import { symbolList } from './instruments/symbol-list.ts'
import { symbolPage } from './instruments/symbol-page.ts'
import { baseInfo, symbolInfo } from './instruments/symbols.ts'
import { accountLimits } from './limits.ts'
import { coverage } from './markets/coverage.ts'
import { exchangeList } from './markets/exchanges.ts'
import { marketStatuses } from './markets/status.ts'
import { openApi } from './openapi.ts'
import { postmanCollection } from './postman.ts'
import { convert } from './prices/convert.ts'
import { bestQuotes, trades } from './prices/events.ts'
import { indicator } from './prices/indicator.ts'
import { type KlineDeps, kline, klines } from './prices/kline.ts'
import { live, lives } from './prices/live.ts'
import { type MarketDeps, movers, snapshot } from './prices/market.ts'
import { udfConfig, udfHistory, udfSearch, udfSymbols, udfTime } from './prices/udf.ts'
import type { DataAnswer, DataHandler, DataRequest } from './wire/call.ts'
import { type Body, etagOf } from './wire/respond.ts'

export type RestDeps = KlineDeps & MarketDeps & FileDeps

type ClassHandler = (deps: RestDeps, request: DataRequest, assetClass: AssetClass) => Promise<DataAnswer> | DataAnswer
type PlainHandler = (deps: RestDeps, request: DataRequest) => Promise<DataAnswer> | DataAnswer

type ClassCall = {
  [N in GatewayName]: (typeof gatewayRoutes)[N]['path'] extends `/{class}/${string}` ? N : never
}[GatewayName]

function isClassCall(name: GatewayName): name is ClassCall {
  return gatewayRoutes[name].path.startsWith('/{class}/')
}

const classCalls: Record<ClassCall, ClassHandler> = {
  kline,
  klines,
  indicator,
  trades,
  bbo: bestQuotes,
  snapshot,
  movers,
  tick: (deps, request, assetClass) => live(deps, request, assetClass, 'tick'),
  quote: (deps, request, assetClass) => live(deps, request, assetClass, 'quote'),
  depth: (deps, request, assetClass) => live(deps, request, assetClass, 'depth'),
  ticks: (deps, request, assetClass) => lives(deps, request, assetClass, 'tick'),
  quotes: (deps, request, assetClass) => lives(deps, request, assetClass, 'quote'),
  depths: (deps, request, assetClass) => lives(deps, request, assetClass, 'depth'),
}

/** Handlers of the calls whose path has no class, except day files: `fileRoute` matches their paths. */
const plainCalls: Record<Exclude<GatewayName, ClassCall | 'dayFile'>, PlainHandler> = {
  symbols: symbolList,
  symbol: symbolInfo,
  holidays: ({ ctx }, request) => holidays(ctx, request),
  search: symbolPage,
  marketStatus: ({ ctx }, request) => marketStatuses(ctx, request),
  exchanges: ({ ctx }, request) => exchangeList(ctx, request),
  coverage: ({ ctx }, request) => coverage(ctx, request),
  company: stockInfo,
  fundamentals: stockFundamentals,
  splits: stockSplits,
  dividends: stockDividends,
  factors: stockFactors,
  ipos: stockIpos,
  convert,
  splitCalendar,
  dividendCalendar,
  ipoCalendar,
  earningsCalendar,
  files: fileList,
  limits: ({ ctx }, request) => accountLimits(ctx, request),
  udfConfig: () => udfConfig(),
  udfSymbol: udfSymbols,
  udfSearch,
  udfHistory,
  udfTime: (_deps, request) => udfTime(request),
}

const oldCalls: Record<string, PlainHandler> = {
  '/symbol/holidays': plainCalls.holidays,
  '/stock/base': stockInfo,
  '/forex/base': (deps, request) => baseInfo(deps, request, 'forex'),
  '/indices/base': (deps, request) => baseInfo(deps, request, 'indices'),
  '/crypto/base': (deps, request) => baseInfo(deps, request, 'crypto'),
}

export function fileRoute(deps: RestDeps, path: string): { name: string; handler: DataHandler } | null {
  return isFilePath(path) ? { name: 'files', handler: (request) => dayFile(deps, request) } : null
}

/** The refusal of an unknown path. It is `unknown_class` if only the class is wrong. */
export function unrouted(path: string): Refusal {
  if (streamPath(path)) return refuse('websocket_only', { headers: { upgrade: 'websocket' } })
  const [, head = '', tail] = path.split('/')
  const isClass = assetClasses.some((name) => name === head)
  const isCall = gatewayNames.some((name) => gatewayRoutes[name].path === `/{class}/${tail}`)
  return !isClass && isCall ? refuse('unknown_class') : refuse('not_found')
}

/** Handlers of the contract's paths, except day files, and of old paths. `name`: the call's name in the key's usage. */
export function dataRoutes(deps: RestDeps): Map<string, { name: string; handler: DataHandler }> {
  const routes = new Map<string, { name: string; handler: DataHandler }>()
  for (const name of gatewayNames) {
    const { path } = gatewayRoutes[name]
    if (name === 'dayFile') continue
    if (isClassCall(name))
      for (const assetClass of assetClasses) {
        const handler: DataHandler = (request) => classCalls[name](deps, request, assetClass)
        routes.set(path.replace('{class}', assetClass), { name, handler })
      }
    else routes.set(path, { name: path.slice(1), handler: (request) => plainCalls[name](deps, request) })
  }
  for (const [path, handler] of Object.entries(oldCalls))
    routes.set(path, { name: path.slice(1), handler: (request) => handler(deps, request) })
  return routes
}

/** Paths that need no key. A document is built once per brand, because hosts and contract are constant in a process. */
export function publicRoutes(ctx: Platform): Map<string, () => Body> {
  const { apiUrl, apiFreeUrl } = ctx.settings
  const name = () => brandOf(ctx).name
  const documents: Record<string, () => object> = {
    '/asyncapi.json': () => asyncapiDocument(ctx),
    '/openapi.json': () => openApi([...new Set([apiUrl, apiFreeUrl])], name()),
    '/openapi-ingest.json': () => ingestOpenApi([apiUrl], name()),
    '/postman.json': () => postmanCollection(apiFreeUrl, name()),
  }
  return new Map(
    Object.entries(documents).map(([path, build]) => {
      let made: { version: string; body: Body } | null = null
      return [
        path,
        () => {
          const { version } = brandOf(ctx)
          if (made?.version !== version) made = { version, body: toBody(build()) }
          return made.body
        },
      ]
    }),
  )
}

function toBody(document: object): Body {
  const text = JSON.stringify(document)
  return {
    text,
    contentType: 'application/json; charset=utf-8',
    headers: { 'cache-control': 'public, max-age=300' },
    etag: etagOf(text),
  }
}
