import type { LoaderFunctionArgs } from 'react-router'
import type { OpenSocket, UsageError, UsageReport } from '#src/contract/account/usage.ts'
import { callApi } from '../../page/api-call.server.ts'
import { type UsagePeriod, usageQuery } from './period.ts'
import type { UsageMoment } from './use-usage.ts'

export const nothingKnown: UsageMoment = { now: 0, report: null, errors: null, sockets: null }

/** A key's usage as the page is first shown, with scripts and without. */
export async function readMoment(
  args: LoaderFunctionArgs,
  keyId: string,
  period: UsagePeriod,
  now: number,
): Promise<UsageMoment> {
  const read = async <T>(path: string): Promise<T | null> => {
    const answer = await callApi<T>(args, { method: 'GET', path })
    return answer.ok ? answer.data : null
  }
  const query = usageQuery(keyId, period, now)
  const [report, errors, sockets] = await Promise.all([
    read<UsageReport>(`/api/usage?${query}`),
    read<UsageError[]>(`/api/usage/errors?${query}&limit=20`),
    read<OpenSocket[]>(`/api/usage/sockets?key=${keyId}`),
  ])
  return { now, report, errors, sockets }
}
