import { readdirSync } from 'node:fs'
import { clockOffsets } from '#src/platform/engines/store-clocks.ts'
import { descriptorLimit, descriptorsMin } from '#src/platform/limits/descriptors.ts'
import type { Platform } from '#src/platform/platform.ts'

/** Sign-in codes and the leases of several machines tolerate a difference of some seconds. */
const offsetMsMax = 2_000

/** The number of files and sockets that this process has open, and the number that it may open. */
export function filesLine(): string {
  const limit = descriptorLimit()
  if (limit === null) return 'this system does not say how many may be open'
  const open = readdirSync('/proc/self/fd').length
  const line = `${open} open of ${limit}`
  if (limit < descriptorsMin) throw new Error(`${line}. Raise the limit to 65536 ("ulimit -n", LimitNOFILE)`)
  if (open > limit * 0.8) throw new Error(`${line}: connections are refused soon`)
  return line
}

/** The differences between the clock of this machine and the clocks of the stores. */
export async function clockLine(ctx: Pick<Platform, 'clock' | 'kept'>): Promise<string> {
  const offsets = [...(await clockOffsets(ctx))]
  if (offsets.length === 0) throw new Error('no store says what time it is')
  const line = offsets
    .map(([store, ms]) => `the clock of ${store} is ${Math.abs(ms)} ms ${ms < 0 ? 'behind' : 'ahead'}`)
    .join(', ')
  if (offsets.some(([, ms]) => Math.abs(ms) > offsetMsMax)) throw new Error(`${line}. Set all clocks by NTP`)
  return line
}
