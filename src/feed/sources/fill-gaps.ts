import { minuteMs } from '#src/contract/time.ts'
import { retrying } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'

/** `settle` tries to fill open gaps. It returns for each tried gap whether it was filled. */
type Line = { settle(): Promise<boolean[]> }

/**
 * Fills open gaps of all lines, one after the other. If no tried gap could be filled, the lines try again after growing
 * pauses, because the provider may be down.
 */
export function fillGaps(
  ctx: Pick<Platform, 'clock' | 'log' | 'random'>,
  { signal, firstMs, failed }: { signal: AbortSignal; firstMs: number; failed: string },
  lines: ReadonlyMap<string, Line>,
): Promise<void> {
  return retrying(ctx, { signal, firstMs, maxMs: minuteMs, failed }, async () => {
    const results: boolean[] = []
    for (const line of lines.values()) if (!signal.aborted) results.push(...(await line.settle()))
    if (results.length > 0 && !results.includes(true)) throw new Error('no gap could be filled')
  })
}
