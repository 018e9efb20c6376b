import { dayMs, hourMs } from '#src/contract/time.ts'
import { every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { noSharedArchive } from './files/open-files.ts'
import { moveOldTicks, oldTicks } from './move.ts'

const pollMs = hourMs
/** The time after 00:00 UTC at which the move begins, ms. The nightly checks have then read the day that is moved. */
const beginsMs = 3 * hourMs

/** Moves old ticks once a day, from 03:00 UTC on, and at the first check after a start, in one process only. */
export function moveNightly(ctx: Platform): AsyncDisposable {
  const failed = 'old ticks could not be moved to the archive; tried again in an hour'
  let done = Number.NEGATIVE_INFINITY
  return every(ctx, { everyMs: pollMs, failed, waitFirst: true }, async (signal) => {
    const night = Math.floor((ctx.clock.now() - beginsMs) / dayMs)
    if (night <= done) return
    const refusal = noSharedArchive(ctx)
    if (refusal !== null) {
      if ((await oldTicks(ctx)).length > 0) ctx.log.warn(refusal)
      done = night
      return
    }
    const moved = await moveOldTicks(ctx, { signal })
    if (signal.aborted || moved === null) return
    done = night
    if (moved.files > 0) ctx.log.info('old ticks are in the archive', { ...moved })
  })
}
