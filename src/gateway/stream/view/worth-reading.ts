import type { Platform, TapeMark } from '#src/platform/platform.ts'
import { parseOffset } from '#src/platform/tape/offset.ts'
import { recentEventsBounds, recentEventsMax } from './recent-events.ts'

/**
 * Since when a gateway reads the tape at its start, ms: for as long as sockets may resume from, and not more than is kept for them.
 * A busy tape would otherwise be read for minutes only to be dropped.
 */
export async function worthReading({ tape, clock }: Pick<Platform, 'tape' | 'clock'>, channels: readonly string[]) {
  const marks = await Promise.all(channels.map((channel) => tape.marks(channel)))
  return sinceFor(marks, clock.now() - recentEventsBounds.retainMs, recentEventsMax)
}

/** The moment from which the channels together have `most` entries, but not before `oldest`. */
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

/** How many entries there are from each mark to the next one. */
function entriesBetween(marks: readonly TapeMark[]): { at: number; entries: number }[] {
  return marks.slice(1).map(({ offset }, n) => {
    const before = marks[n] as TapeMark
    const [from, to] = [parseOffset(before.offset), parseOffset(offset)]
    return { at: before.at, entries: from.epoch === to.epoch ? to.position - from.position : 0 }
  })
}
