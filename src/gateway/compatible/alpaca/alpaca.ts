import type { IncomingHttpHeaders } from 'node:http'
import type { ErrorEnvelope } from '#src/contract/envelope.ts'
import { errorCatalogue, type Refusal, refuse } from '#src/contract/errors.ts'
import type { Vendor } from '../vendor/vendor.ts'
import { actionRoutes } from './actions.ts'
import { readTicker } from './asked/symbols.ts'
import { assetRoutes } from './assets.ts'
import { calendarRoutes } from './calendar.ts'
import { secretOf } from './credentials.ts'
import { barRoutes } from './prices/bars.ts'
import { eventRoutes } from './prices/events.ts'
import { stateRoutes } from './prices/latest.ts'

/** Alpaca's market data, and the reference calls of its trading API. */
export const alpaca: Vendor = {
  root: '/alpaca',
  keyHeaders: ['apca-api-key-id', 'apca-api-secret-key'],
  keyInHeaders,
  routes: [...barRoutes, ...eventRoutes, ...stateRoutes, ...actionRoutes, ...calendarRoutes, ...assetRoutes],
  readTicker,
  refusal,
  status,
  headers: resetAsTime,
}

function keyInHeaders(headers: IncomingHttpHeaders): string {
  const secret = secretOf(headers['apca-api-key-id'], headers['apca-api-secret-key'])
  if (secret === null) throw refuse('conflicting_credentials')
  return secret
}

const tradingPath = /^\/v2\/(assets|calendar|clock)/

/** For unreadable parameters the vendor's trading API has the status 422, its data API 400. */
function status({ error }: Refusal, path: string): number | undefined {
  const ours = errorCatalogue[error].status
  return ours === 400 && tradingPath.test(path) ? 422 : undefined
}

/** The vendor's error codes begin with the HTTP status. */
function refusal({ msg }: ErrorEnvelope, sent: number): object {
  return { code: sent * 100_000 + 10_000, message: msg }
}

/** The vendor's `X-RateLimit-Reset` is a time in seconds since 1970. */
function resetAsTime(headers: Record<string, string | number>, now: number): void {
  const left = headers['x-ratelimit-reset']
  if (left !== undefined) headers['x-ratelimit-reset'] = Math.ceil(now / 1_000) + Number(left)
}
