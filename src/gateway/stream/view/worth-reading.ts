import type { Platform, TapeMark } from '#src/platform/platform.ts'
import { parseOffset } from '#src/platform/tape/offset.ts'
import { recentEventsBounds, recentEventsMax } from './recent-events.ts'

/**
 * The time from which a gateway reads the tape at its start, ms: as far back as sockets can resume, but at most as many
 * events as fit into memory. Otherwise a start would read a busy tape for minutes and then drop the entries.
 */
export async function worthReading({ tape, clock }: Pick<Platform, 'tape' | 'clock'>, channels: readonly string[]) {
  const marks = await Promise.all(channels.map((channel) => tape.marks(channel)))
  return sinceFor(marks, clock.now() - recentEventsBounds.retainMs, recentEventsMax)
}

/** The time from which the channels together have `most` entries, but not before `oldest`, ms. */
export function sinceFor(channels: readonly (readonly TapeMark[])[], oldest: number, most: number): number {
  const parts = channels.flatMap(entriesBetween).sort((a, b) => b.at - a.at)
  let entries = 0
  for (const part of parts) {
    entries += part.entries
    if (part.at <= oldest) return oldest
    if (entries >= most) return part.at
  }
  return oldest
}

function entriesBetween(marks: readonly TapeMark[]): { at: number; entries: number }[] {
  return marks.slice(1).map(({ offset }, n) => {
    const before = marks[n] as TapeMark
    const [from, to] = [parseOffset(before.offset), parseOffset(offset)]
    return { at: before.at, entries: from.epoch === to.epoch ? to.position - from.position : 0 }
  })
}
