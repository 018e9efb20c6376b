import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Board } from '#src/gateway/board.ts'
import { RestServer } from '#src/gateway/rest/server.ts'
import { openKeyCache } from '#src/keys/check/verify.ts'
import { createLog } from '#src/platform/log/log.ts'
import type { Platform } from '#src/platform/platform.ts'
import { readConfig } from '#src/roles/config.ts'
import { openPlatform } from '#src/roles/open-platform.ts'
import { UsageMeter } from '#src/usage/meter.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { serve } from './serve.ts'

export async function onBenchPlatform(work: (ctx: Platform) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tapewire-bench-'))
  const config = readConfig()
  try {
    await using ctx = await openPlatform(
      { ...config, settings: { ...config.settings, dataDir } },
      {
        log: createLog({ level: 'error', readable: false }),
        signal: new AbortController().signal,
        progress: () => {},
      },
    )
    await work(ctx)
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Returns the duration in ms of each of `times` runs. Half as many unmeasured runs come first. */
export async function timings(times: number, work: (at: number) => Promise<unknown>): Promise<number[]> {
  const durations: number[] = []
  for (let at = -Math.ceil(times / 2); at < times; at += 1) {
    const began = performance.now()
    await work(Math.abs(at))
    if (at >= 0) durations.push(performance.now() - began)
  }
  return durations
}

/**
 * Returns the durations in ms of several tasks, which alternate so that caches favour none of them. `at` differs in
 * each call.
 */
export async function inTurns<Name extends string>(
  times: number,
  works: Record<Name, (at: number) => Promise<unknown>>,
): Promise<Record<Name, number[]>> {
  const named = Object.entries(works) as [Name, (at: number) => Promise<unknown>][]
  const durations = Object.fromEntries(named.map(([name]) => [name, []])) as unknown as Record<Name, number[]>
  let at = 0
  for (let run = -Math.ceil(times / 2); run < times; run += 1)
    for (const [name, work] of named) {
      const began = performance.now()
      await work(at)
      at += 1
      if (run >= 0) durations[name].push(performance.now() - began)
    }
  return durations
}

export async function openGateway(ctx: Platform): Promise<{ url: string; token: string } & AsyncDisposable> {
  const { secret: token } = await keyOnPlan(ctx, 'integrated-enterprise')
  await using stack = new AsyncDisposableStack()
  stack.use(await openKeyCache(ctx))
  const board = new Board()
  const boards = { board, lateBoard: async () => board, newest: () => new Map() }
  const rest = stack.use(await RestServer.open(ctx, boards, stack.use(new UsageMeter(ctx))))
  const server = stack.use(await serve((incoming, outgoing) => rest.handle(incoming, outgoing)))
  const owned = stack.move()
  return { url: `http://127.0.0.1:${server.port}`, token, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
