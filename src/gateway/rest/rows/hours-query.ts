import { refuse } from '#src/contract/errors.ts'
import {
  type AssetClass,
  type DayChoice,
  dayChoices,
  type SessionChoice,
  sessionChoices,
} from '#src/contract/market.ts'
import type { Query } from '../wire/call.ts'

/** `session`: the part of each day to return. `day`: the division of time into days, for currencies. */
export type HoursQuery = { session: SessionChoice | undefined; day: DayChoice | undefined }

/** Reads `session`, for stocks and funds, and `day`, for forex. Refuses these parameters for other classes. */
export function readHours(query: Query, assetClass: AssetClass): HoursQuery {
  const session = readSession(query, assetClass)
  const day = query.choice('day', dayChoices)
  if (day !== undefined && assetClass !== 'forex') throw refuse('invalid_parameter', { param: 'day' })
  return { session, day }
}

export function readSession(query: Query, assetClass: AssetClass): SessionChoice | undefined {
  const session = query.choice('session', sessionChoices)
  if (session !== undefined && assetClass !== 'stock' && assetClass !== 'fund')
    throw refuse('invalid_parameter', { param: 'session' })
  return session
}
