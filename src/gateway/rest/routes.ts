import { createHash } from 'node:crypto'
import { type Refusal, refuse } from '#src/contract/errors.ts'
import { type AssetClass, assetClasses } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { asyncapiDocument } from '../stream/asyncapi.ts'
import { stockFundamentals, stockInfo } from './companies/company.ts'
import { stockDividends, stockFactors, stockSplits } from './companies/corporate-actions.ts'
import { stockIpos } from './companies/ipos.ts'
import { holidays } from './instruments/holidays.ts'
import { symbolList } from './instruments/symbol-list.ts'
import { symbolPage } from './instruments/symbol-page.ts'
import { baseInfo, symbolInfo } from './instruments/symbols.ts'
import { accountLimits } from './limits.ts'
import { openApi } from './openapi.ts'
import { dayFile, isFilePath } from './prices/files.ts'
import { indicator } from './prices/indicator.ts'
import { type KlineDeps, kline, klines } from './prices/kline.ts'
import { type LiveDeps, live, lives } from './prices/live.ts'
import { udfConfig, udfHistory, udfSearch, udfSymbols, udfTime } from './prices/udf.ts'
import type { DataAnswer, DataHandler, DataRequest } from './wire/call.ts'

export type RestDeps = KlineDeps & LiveDeps

type ClassHandler = (deps: RestDeps, request: DataRequest, assetClass: AssetClass) => Promise<DataAnswer> | DataAnswer
type PlainHandler = (deps: RestDeps, request: DataRequest) => Promise<DataAnswer> | DataAnswer

/** Calls of every class: `/{class}/{name}`. */
const classCalls: Record<string, ClassHandler> = {
  kline,
  klines,
  indicator,
  tick: (deps, request, assetClass) => live(deps, request, assetClass, 'tick'),
  quote: (deps, request, assetClass) => live(deps, request, assetClass, 'quote'),
  depth: (deps, request, assetClass) => live(deps, request, assetClass, 'depth'),
  ticks: (deps, request, assetClass) => lives(deps, request, assetClass, 'tick'),
  quotes: (deps, request, assetClass) => lives(deps, request, assetClass, 'quote'),
  depths: (deps, request, assetClass) => lives(deps, request, assetClass, 'depth'),
}

/** By path; old spellings beside new ones. */
const plainCalls: Record<string, PlainHandler> = {
  '/symbol/list': symbolList,
  '/symbol/info': symbolInfo,
  '/symbol/v2/holidays': (_deps, request) => holidays(request),
  '/symbol/holidays': (_deps, request) => holidays(request),
  '/symbol/web/page': symbolPage,
  '/stock/info': stockInfo,
  '/stock/fundamentals': stockFundamentals,
  '/stock/split': stockSplits,
  '/stock/dividend': stockDividends,
  '/stock/factors': stockFactors,
  '/stock/ipo': stockIpos,
  '/stock/base': stockInfo,
  '/forex/base': (deps, request) => baseInfo(deps, request, 'forex'),
  '/indices/base': (deps, request) => baseInfo(deps, request, 'indices'),
  '/crypto/base': (deps, request) => baseInfo(deps, request, 'crypto'),
  '/udf/config': () => udfConfig(),
  '/udf/symbols': udfSymbols,
  '/udf/search': udfSearch,
  '/udf/history': udfHistory,
  '/udf/time': (_deps, request) => udfTime(request),
  '/account/limits': ({ ctx }, request) => accountLimits(ctx, request),
}

/** Day files, whose paths contain their date; null for every other path. */
export function fileRoute(deps: RestDeps, path: string): { name: string; handler: DataHandler } | null {
  return isFilePath(path) ? { name: 'files', handler: (request) => dayFile(deps, request) } : null
}

/** The refusal of a path without a call: `unknown_class` where only the class is wrong. */
export function unrouted(path: string): Refusal {
  const [, head = '', tail] = path.split('/')
  const isClass = assetClasses.some((name) => name === head)
  const known = ['kline', 'klines', 'tick', 'ticks', 'quote', 'quotes', 'depth', 'depths', 'indicator']
  return !isClass && tail !== undefined && known.includes(tail) ? refuse('unknown_class') : refuse('not_found')
}

/** All paths of the data origin that require a key. */
export function dataRoutes(deps: RestDeps): Map<string, { name: string; handler: DataHandler }> {
  const routes = new Map<string, { name: string; handler: DataHandler }>()
  for (const assetClass of assetClasses) {
    for (const [name, handler] of Object.entries(classCalls)) {
      routes.set(`/${assetClass}/${name}`, { name, handler: (request) => handler(deps, request, assetClass) })
    }
  }
  for (const [path, handler] of Object.entries(plainCalls)) {
    routes.set(path, { name: path.slice(1), handler: (request) => handler(deps, request) })
  }
  return routes
}

export type PublicBody = { text: string; contentType: string; etag: string | null }
export type PublicHandler = () => PublicBody

/** Public paths. Each document is built once: hosts and contract do not change while the process lives. */
export function publicRoutes(ctx: Platform): Map<string, PublicHandler> {
  let document: PublicBody | null = null
  let stream: PublicBody | null = null
  return new Map([
    [
      '/asyncapi.json',
      () => {
        stream ??= toBody(asyncapiDocument(ctx.settings))
        return stream
      },
    ],
    [
      '/openapi.json',
      () => {
        const { apiUrl, apiFreeUrl, brandName } = ctx.settings
        document ??= toBody(openApi([...new Set([apiUrl, apiFreeUrl])], brandName))
        return document
      },
    ],
  ])
}

function toBody(document: object): PublicBody {
  const text = JSON.stringify(document)
  return {
    text,
    contentType: 'application/json; charset=utf-8',
    etag: `"${createHash('sha1').update(text).digest('base64url')}"`,
  }
}
