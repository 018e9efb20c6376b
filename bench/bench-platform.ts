import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '#src/platform/log/log.ts'
import type { Platform } from '#src/platform/platform.ts'
import { readConfig } from '#src/roles/config.ts'
import { openPlatform } from '#src/roles/open-platform.ts'

/** Runs `work` on the real platform with a temporary data directory. */
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

/** Milliseconds of each of `times` runs, after half as many unmeasured ones. */
export async function timings(times: number, work: (at: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let at = -Math.ceil(times / 2); at < times; at += 1) {
    const began = performance.now()
    await work(Math.abs(at))
    if (at >= 0) taken.push(performance.now() - began)
  }
  return taken
}
