import { acceptFindingRoute, listFindingsRoute, reopenFindingRoute } from '#src/contract/operator/data/findings.ts'
import {
  type DataJobRow,
  listJobsRoute,
  previewRecomputeRoute,
  resumeJobRoute,
  startCheckRoute,
  startRecomputeRoute,
  stopJobRoute,
} from '#src/contract/operator/data/jobs.ts'
import type { Api } from '#src/platform/http/api.ts'
import type { Platform } from '#src/platform/platform.ts'
import { startCheck } from '../checks/check-bars.ts'
import { acceptFinding, listFindings, reopenFinding } from '../checks/findings.ts'
import { keyOf } from '../instruments/instrument.ts'
import { instrumentsById } from '../instruments/instruments.ts'
import { type DataJob, listJobs, resumeJob, stopJob } from '../jobs/jobs.ts'
import { previewRecompute, startRecompute } from '../recompute/recompute.ts'

const pageSize = 50

/** Console calls for findings, and for the jobs that check and recompute stored bars. */
export function mountChecks(api: Api): void {
  api.handle(listFindingsRoute, async (ctx, { actor, query: { after, ...filter } }) => {
    const { findings, ...page } = await listFindings(ctx, actor, filter, { limit: pageSize, after: after ?? null })
    return {
      ...page,
      findings: findings.map(({ class: assetClass, region, code, ...finding }) => ({
        ...finding,
        key: keyOf({ class: assetClass, region, code }),
      })),
    }
  })
  api.handle(acceptFindingRoute, (ctx, { actor, params, body }) => acceptFinding(ctx, actor, { ...params, ...body }))
  api.handle(reopenFindingRoute, (ctx, { actor, params, body }) => reopenFinding(ctx, actor, { ...params, ...body }))
  api.handle(listJobsRoute, async (ctx, { actor }) => present(ctx, await listJobs(ctx, actor)))
  api.handle(startCheckRoute, async (ctx, { actor, body }) => ({ id: await startCheck(ctx, actor, body) }))
  api.handle(previewRecomputeRoute, (ctx, { actor, query }) => previewRecompute(ctx, actor, query))
  api.handle(startRecomputeRoute, async (ctx, { actor, body }) => ({ id: await startRecompute(ctx, actor, body) }))
  api.handle(stopJobRoute, (ctx, { actor, params, body }) => stopJob(ctx, actor, { ...params, ...body }))
  api.handle(resumeJobRoute, (ctx, { actor, params, body }) => resumeJob(ctx, actor, { ...params, ...body }))
}

async function present(ctx: Platform, jobs: readonly DataJob[]): Promise<DataJobRow[]> {
  const ids = jobs.flatMap(({ scope: { instrumentId } }) => instrumentId ?? [])
  const keys = new Map((await instrumentsById(ctx, [...new Set(ids)])).map((one) => [one.id, keyOf(one)]))
  return jobs.map(({ scope, place: _, ...job }) => {
    const { instrumentId, class: assetClass, region, from, to } = scope
    const about = instrumentId === null ? [assetClass, region].filter(Boolean).join(' ') : keys.get(instrumentId)
    return { ...job, about: about ?? '', from, to }
  })
}
