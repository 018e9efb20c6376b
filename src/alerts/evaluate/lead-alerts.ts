import { tapeChannels } from '#src/market/tape.ts'
import { shardNames } from '#src/platform/addressing/shards.ts'
import { awaitPrices } from '#src/platform/attention.ts'
import { Leadership, type LeadershipOptions, type Term } from '#src/platform/leases/leadership.ts'
import { Bell, every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { listenForAlertChanges } from '../alert-changes.ts'
import { alertById } from '../alert-store.ts'
import { ChannelEvaluator, commitMs } from './channel-evaluator.ts'

type Leading = Omit<LeadershipOptions, 'name'> & Evaluating
/** `everyMs`: interval at which states are written between firings. */
type Evaluating = { everyMs?: number }

const changes = { everyMs: 0, failed: 'changed alerts could not be read; tried again' }
const pollMs = 5_000

/** Each tape shard has a lease. Only the process that holds the lease evaluates the alerts of the shard. */
export async function leadAlerts(ctx: Platform, { everyMs, ...leading }: Leading = {}): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  const names = shardNames('alerts', ctx.tape.shards)
  for (const [shard, name] of names.entries())
    stack.use(await Leadership.open(ctx, { ...leading, name }, (term) => evaluateShard(ctx, term, shard, { everyMs })))
  const owned = stack.move()
  return { [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** `term` null: runs without a lease, for tests with one process. */
export async function evaluateShard(
  ctx: Platform,
  term: Term | null,
  shard: number,
  { everyMs = commitMs }: { everyMs?: number | undefined } = {},
): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  const evaluators = tapeChannels(ctx, { shard }).map((channel) => new ChannelEvaluator(ctx, term, channel, everyMs))
  stack.use(await followChanges(ctx, evaluators))
  stack.use(awaitPrices(ctx, () => evaluators.some(({ hasAlerts }) => hasAlerts)))
  for (const evaluator of evaluators) {
    stack.use(evaluator)
    await evaluator.start()
  }
  const owned = stack.move()
  return { [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** After a broken connection all alerts are read again. */
async function followChanges(ctx: Platform, evaluators: readonly ChannelEvaluator[]): Promise<AsyncDisposable> {
  const changed = new Set<string>()
  const bell = new Bell()
  let isGap = false
  const listening = await listenForAlertChanges(
    ctx,
    (id) => {
      changed.add(id)
      bell.ring()
    },
    () => {
      isGap = true
      bell.ring()
    },
  )
  const loop = every(ctx, changes, async (signal) => {
    await bell.wait(ctx.clock, pollMs, signal)
    // Marks are removed before the read, so that an alert that changes during the read is read again.
    if (isGap) {
      isGap = false
      try {
        for (const evaluator of evaluators) await evaluator.reload()
      } catch (cause) {
        isGap = true
        throw cause
      }
    }
    for (const id of [...changed]) {
      changed.delete(id)
      try {
        const alert = await alertById(ctx.postgres.db, id)
        for (const evaluator of evaluators)
          if (alert) evaluator.put(alert)
          else evaluator.remove(id)
      } catch (cause) {
        changed.add(id)
        throw cause
      }
    }
  })
  return {
    async [Symbol.asyncDispose]() {
      await listening[Symbol.asyncDispose]()
      await loop[Symbol.asyncDispose]()
    },
  }
}
