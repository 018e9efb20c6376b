import type { ErrorEnvelope } from '#src/contract/envelope.ts'
import type { Vendor } from '../vendor/vendor.ts'
import { actionRoutes } from './actions.ts'
import { barRoutes } from './bars.ts'
import { indicatorRoutes } from './indicators.ts'
import { marketRoutes } from './markets.ts'
import { referenceRoutes } from './reference.ts'
import { snapshotRoutes } from './snapshots.ts'
import { readTicker } from './tickers.ts'
import { tradeRoutes } from './trades.ts'

/** Massive, formerly Polygon.io. */
export const massive: Vendor = {
  root: '/massive',
  keyParameter: 'apiKey',
  routes: [
    ...barRoutes,
    ...tradeRoutes,
    ...snapshotRoutes,
    ...referenceRoutes,
    ...marketRoutes,
    ...actionRoutes,
    ...indicatorRoutes,
  ],
  readTicker,
  refusal: errorOf,
}

const statuses: Readonly<Record<number, string>> = { 403: 'NOT_AUTHORIZED', 404: 'NOT_FOUND' }

/** For two statuses the vendor has the message under `message`, for all others under `error`. */
function errorOf({ msg, requestId }: ErrorEnvelope, sent: number): object {
  const status = statuses[sent]
  return status === undefined
    ? { status: 'ERROR', request_id: requestId, error: msg }
    : { status, request_id: requestId, message: msg }
}
