import { every } from '#src/platform/loop.ts'
import type { Part } from '#src/platform/parts/part.ts'
import type { Readiness } from '#src/platform/server/health.ts'
import type { OpenedPlatform } from '../open-platform.ts'

const everyMs = 2_000
const answerMsMax = 2_000
/** One late answer is no fault. */
const failuresMin = 2

/** Says in health which store does not answer. A process stays ready meanwhile: it serves what it can, and no other one would do better. */
export function watchStores(
  ctx: Pick<OpenedPlatform, 'clock' | 'log' | 'postgres' | 'clickhouse' | 'pingRedis' | 'settings'>,
  readiness: Readiness,
  part: Part | null,
): AsyncDisposable {
  const stack = new AsyncDisposableStack()
  const watch = (name: string, ping: () => Promise<void>) => stack.use(watchOne(ctx, readiness, { name, ping }))
  watch('PostgreSQL', () => ctx.postgres.ping())
  // Engines in this process need no question, and of a part that is away its neighbour is told.
  if (ctx.settings.hasClickhouseUrl) watch('ClickHouse', () => ctx.clickhouse.ping())
  const { pingRedis } = ctx
  if (pingRedis && part?.name !== 'site') watch('the tape in Redis', pingRedis)
  return stack
}

type Watched = { name: string; ping: () => Promise<void> }

function watchOne(
  ctx: Pick<OpenedPlatform, 'clock' | 'log'>,
  readiness: Readiness,
  { name, ping }: Watched,
): AsyncDisposable {
  let failures = 0
  let asking: Promise<boolean> | null = null
  return every(ctx, { everyMs, failed: `${name} could not be asked; tried again` }, async (signal) => {
    // A question that hangs is not repeated.
    asking ??= ping()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asking = null
      })
    const late = ctx.clock.sleep(answerMsMax, signal).then(
      () => false,
      () => null,
    )
    const answers = await Promise.race([asking, late])
    if (answers === null) return
    failures = answers ? 0 : failures + 1
    readiness.degrade(`store ${name}`, failures < failuresMin ? [] : [`${name} does not answer`])
  })
}
