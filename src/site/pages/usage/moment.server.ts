import type { LoaderFunctionArgs } from 'react-router'
import { invoke } from '../../page/invoke.server.ts'
import { type UsagePeriod, usageQuery } from './period.ts'
import type { UsageMoment } from './use-usage.ts'

export const nothingKnown: UsageMoment = { now: 0, report: null, errors: null, sockets: null }

export async function readMoment(
  args: LoaderFunctionArgs,
  keyId: string,
  period: UsagePeriod,
  now: number,
): Promise<UsageMoment> {
  const query = usageQuery(keyId, period, now)
  const [report, errors, sockets] = await Promise.all([
    invoke(args, 'GET /api/usage', { query }),
    invoke(args, 'GET /api/usage/errors', { query: { ...query, limit: '20' } }),
    invoke(args, 'GET /api/usage/sockets', { query: { key: keyId } }),
  ])
  return {
    now,
    report: report.ok ? report.data : null,
    errors: errors.ok ? errors.data : null,
    sockets: sockets.ok ? sockets.data : null,
  }
}
