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

/** Alpaca's market data, and the calls of its trading API that programs for data make. */
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

/** The vendor's trading API answers 422 to parameters that it cannot read; its data API answers 400. */
function status({ error }: Refusal, path: string): number | undefined {
  const ours = errorCatalogue[error].status
  return ours === 400 && tradingPath.test(path) ? 422 : undefined
}

/** The vendor's codes begin with the status. */
function refusal({ msg }: ErrorEnvelope, sent: number): object {
  return { code: sent * 100_000 + 10_000, message: msg }
}

/** The vendor's `X-RateLimit-Reset` is a time in seconds. */
function resetAsTime(headers: Record<string, string | number>, now: number): void {
  const left = headers['x-ratelimit-reset']
  if (left !== undefined) headers['x-ratelimit-reset'] = Math.ceil(now / 1_000) + Number(left)
}
