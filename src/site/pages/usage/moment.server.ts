import type { LoaderFunctionArgs } from 'react-router'
import { invoke } from '../../page/invoke.server.ts'
import { type UsagePeriod, usageQuery } from './period.ts'
import type { UsageMoment } from './use-usage.ts'

export const nothingKnown: UsageMoment = { now: 0, report: null, minutes: null, errors: null, sockets: null }

export async function readMoment(
  args: LoaderFunctionArgs,
  keyId: string,
  period: UsagePeriod,
  now: number,
): Promise<UsageMoment> {
  const answer = await invoke(args, 'GET /api/usage/moment', { query: usageQuery(keyId, period, now) })
  return answer.ok ? { ...answer.data, now } : { ...nothingKnown, now }
}
