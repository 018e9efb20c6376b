import { readdirSync } from 'node:fs'
import { descriptorLimit, descriptorsMin } from '#src/platform/limits/descriptors.ts'
import type { Platform } from '#src/platform/platform.ts'
import { storeTime } from '#src/platform/stores/versions.ts'

/** Sign-in codes and the leases of several machines tolerate a difference of some seconds. */
const offsetMsMax = 2_000

/** How many files and sockets this process has open, and how many it may open. */
export function filesLine(): string {
  const limit = descriptorLimit()
  if (limit === null) return 'this system does not say how many may be open'
  const open = readdirSync('/proc/self/fd').length
  const line = `${open} open of ${limit}`
  if (limit < descriptorsMin) throw new Error(`${line}. Raise the limit to 65536 ("ulimit -n", LimitNOFILE)`)
  if (open > limit * 0.8) throw new Error(`${line}: connections are refused soon`)
  return line
}

/** The difference between the clocks of this machine and of PostgreSQL's. */
export async function clockLine(ctx: Platform): Promise<string> {
  const before = ctx.clock.now()
  const there = await storeTime(ctx.postgres.db)
  const offsetMs = Math.round(there - (before + ctx.clock.now()) / 2)
  const line = `PostgreSQL's clock is ${Math.abs(offsetMs)} ms ${offsetMs < 0 ? 'behind' : 'ahead'}`
  if (Math.abs(offsetMs) > offsetMsMax) throw new Error(`${line}. Set both clocks by NTP`)
  return line
}
