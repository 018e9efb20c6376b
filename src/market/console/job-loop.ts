import { follow } from '#src/platform/follow.ts'
import type { Platform } from '#src/platform/platform.ts'
import { checkWork } from '../checks/check-bars.ts'
import { type DataJob, jobOf, workOnJob } from '../jobs/jobs.ts'
import { recomputeWork } from '../recompute/recompute.ts'

const pollMs = 2_000
/** The database notifies of changed jobs (migration 1430). The poll every 15 seconds finds jobs whose process died. */
const rounds = { channel: 'data_jobs', everyMs: 15_000, failed: 'a job about stored bars could not be done' }
const works = { verify: checkWork, recompute: recomputeWork }

/** Runs waiting checks and recomputations, one after another. */
export function workOnJobs(ctx: Platform): Promise<AsyncDisposable> {
  return follow(ctx, rounds, async (signal) => {
    while (!signal.aborted && (await workOnJob(ctx, works, { signal })));
  })
}

/** Runs a job to its end, or waits while another process runs it. */
export async function finishJob(
  ctx: Platform,
  id: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress(job: DataJob): void },
): Promise<DataJob> {
  for (;;) {
    await workOnJob(ctx, works, { id, signal, onProgress })
    const job = await jobOf(ctx, id)
    onProgress(job)
    if (signal.aborted || (job.state !== 'waiting' && job.state !== 'running')) return job
    await ctx.clock.sleep(pollMs, signal)
  }
}
