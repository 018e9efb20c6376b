import type { LoaderFunctionArgs } from 'react-router'
import { attempt } from '../../page/invoke.server.ts'
import { knownOf } from '../../reads/read.ts'
import { type UsagePeriod, usageQuery } from './period.ts'
import type { UsageMoment } from './use-usage.ts'

export const nothingKnown: UsageMoment = { now: 0, report: null, minutes: null, errors: null, sockets: null }

export async function readMoment(
  args: LoaderFunctionArgs,
  keyId: string,
  period: UsagePeriod,
  now: number,
): Promise<UsageMoment> {
  const read = await attempt(args, 'GET /api/usage/moment', { query: usageQuery(keyId, period, now) })
  return { ...(knownOf(read) ?? nothingKnown), now }
}
