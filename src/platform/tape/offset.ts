import type { TapeEntry, TapeOffset } from '../platform.ts'

/** The epoch stays a string, because it is only compared. */
export type ParsedOffset = { epoch: string; position: number }

export function parseOffset(offset: TapeOffset): ParsedOffset {
  const dash = offset.indexOf('-')
  return { epoch: offset.slice(0, dash), position: Number(offset.slice(dash + 1)) }
}

export function offsetAt(epoch: string, position: number): TapeOffset {
  return `${epoch}-${position}`
}

export function isAfter(one: ParsedOffset, other: ParsedOffset): boolean {
  if (one.epoch === other.epoch) return one.position > other.position
  return Number(one.epoch) > Number(other.epoch)
}

/** Whether a reader at `read` has read the entry at `offset`. */
export function hasReached(read: TapeOffset | 'oldest' | null | undefined, offset: TapeOffset): boolean {
  return read != null && read !== 'oldest' && !isAfter(parseOffset(offset), parseOffset(read))
}

/** The keys of a channel in Redis; all are in one slot of a cluster. */
export function keysOf(
  prefix: string,
  channel: string,
): [stream: string, numbers: string, newest: string, marks: string] {
  const stream = `${prefix}:{${channel}}`
  return [stream, `${stream}:numbers`, `${stream}:newest`, `${stream}:marks`]
}

/** An entry that formats its offset only when the offset is read, because few readers need offsets. */
export class ReadEntry implements TapeEntry {
  readonly at: number
  readonly lane: string
  readonly seq: number
  readonly event: unknown
  readonly #epoch: string
  readonly #position: number

  constructor(epoch: string, position: number, at: number, lane: string, seq: number, event: unknown) {
    this.at = at
    this.lane = lane
    this.seq = seq
    this.event = event
    this.#epoch = epoch
    this.#position = position
  }

  get offset(): TapeOffset {
    return offsetAt(this.#epoch, this.#position)
  }
}
