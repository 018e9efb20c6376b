import { probeEverySeconds, statusDays } from '#src/contract/status/status.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import { Leadership, type Term } from '#src/platform/leases/leadership.ts'
import { pause } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { statusChannel } from '../components/component.ts'
import { type Probe, probeAll } from './probe.ts'
import * as store from './probe-store.ts'

const everyMs = probeEverySeconds * 1_000
/** A process that begins together with the others does not judge them before they serve. */
const settleMs = 5_000
const roundsKeptMs = 2 * dayMs
/** Nobody waits for the probes: another process may take over a little later than a feed's. */
const lives = { lifeMs: minuteMs, tryMs: 15_000 }

/** Looks at every component each 30 seconds; of all processes one does. */
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
      await pause(ctx.clock, Math.max(0, at + everyMs - ctx.clock.now()), signal)
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

/** Keeps what a round found, and tells the processes with pages. */
export async function keepRound(ctx: Platform, probes: readonly Probe[], at: number): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    await store.writeProbes(tx, probes, at)
    await ctx.postgres.notify(tx, statusChannel, {})
  })
  const daysBefore = at - statusDays * dayMs
  if (at % dayMs < everyMs) await store.dropProbes(ctx.postgres.db, { roundsBefore: at - roundsKeptMs, daysBefore })
}
