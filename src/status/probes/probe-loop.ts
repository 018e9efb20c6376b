import { probeEverySeconds, statusDays } from '#src/contract/status/status.ts'
import { dayMs } from '#src/contract/time.ts'
import { Leadership, type Term, usualLives } from '#src/platform/leases/leadership.ts'
import { pause } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { statusChannel } from '../components/component.ts'
import { type Probe, probeAll } from './probe.ts'
import * as store from './probe-store.ts'

const everyMs = probeEverySeconds * 1_000
/** The time that a new process waits, so that it does not probe the other processes before they serve. */
const settleMs = 5_000
const roundsKeptMs = 2 * dayMs
/**
 * A process tries to acquire the lease less often than usual, because nobody waits for the probes. The alert about free
 * leases fires only after a minute.
 */
const lives = { ...usualLives, tryMs: 5_000 }

/** Probes every component every 30 seconds, in only one process. */
export function probeInTurn(ctx: Platform): Promise<AsyncDisposable> {
  return Leadership.open(ctx, { name: 'status probes', lives }, async (term) => probing(ctx, term))
}

function probing(ctx: Platform, term: Term): AsyncDisposable {
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, term.signal])
  const run = async () => {
    await pause(ctx.clock, settleMs, signal)
    while (!signal.aborted) {
      const at = Math.floor(ctx.clock.now() / everyMs) * everyMs
      await round(ctx, at).catch((cause: unknown) => ctx.log.warn('probes could not be kept', { cause }))
      // If the clock was set back meanwhile, the next round does not wait until it has caught up.
      await pause(ctx.clock, Math.min(everyMs, Math.max(0, at + everyMs - ctx.clock.now())), signal)
    }
  }
  const running = run()
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
    },
  }
}

async function round(ctx: Platform, at: number): Promise<void> {
  await keepRound(ctx, await probeAll(ctx), at)
}

/** Stores the probes of a round and notifies the processes that serve pages. */
export async function keepRound(ctx: Platform, probes: readonly Probe[], at: number): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    await store.writeProbes(tx, probes, at)
    await ctx.postgres.notify(tx, statusChannel, {})
  })
  const daysBefore = at - statusDays * dayMs
  if (at % dayMs < everyMs) await store.dropProbes(ctx.postgres.db, { roundsBefore: at - roundsKeptMs, daysBefore })
}
