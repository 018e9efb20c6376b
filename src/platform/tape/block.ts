import type { TapeRecord } from '../platform.ts'
import { parseOffset, ReadEntry } from './offset.ts'

/**
 * The JSON form of events on the tape. `read` gets the parsed value and the lane, which names the event's kind.
 */
export type Form = {
  write(lane: string, event: unknown): string
  read(lane: string, value: unknown): unknown
}

export const jsonForm: Form = {
  write: (_lane, event) => JSON.stringify(event),
  read: (_lane, value) => value,
}

/** An entry of a stream: one block of appended events. `id`: the offset of the block's last event. */
export type Row = [id: string, fields: string[]]

/**
 * The events of one lane in a block: index of the lane, number of events, position of its last event in the block, and
 * the text of that event.
 */
type LanePart = { index: number; count: number; last: number; text: string }

/**
 * The arguments of the append script for a block: its text and the number of its events; then for each lane its name,
 * the position of its last event (followed by the number of its events if not 1) and that event. The text has three
 * lines, each a JSON list: names of lanes, the lane index of each event, events.
 */
export function writeBlock(records: readonly TapeRecord[], form: Form): (string | number)[] {
  const parts = new Map<string, LanePart>()
  const events: string[] = []
  const indexes: number[] = []
  for (const { lane, event } of records) {
    const text = form.write(lane, event)
    const last = events.push(text)
    const part = parts.get(lane)
    indexes.push(part?.index ?? parts.size)
    if (part) {
      part.count += 1
      part.last = last
      part.text = text
    } else parts.set(lane, { index: parts.size, count: 1, last, text })
  }
  const lines = [JSON.stringify([...parts.keys()]), `[${indexes.join(',')}]`, `[${events.join(',')}]`]
  const words: (string | number)[] = [lines.join('\n'), records.length]
  for (const [lane, { count, last, text }] of parts) words.push(lane, count === 1 ? last : `${last} ${count}`, text)
  return words
}

/** The time at which a block was appended, and the positions of its first and last event. */
export function headOf([id, fields]: Row): { at: number; epoch: string; first: number; last: number } {
  const { epoch, position } = parseOffset(id)
  if (isOfBefore(fields)) return { at: Number(fields[1]), epoch, first: position, last: position }
  const [at, count] = (fields[1] ?? '').split(' ', 2)
  return { at: Number(at), epoch, first: position - Number(count) + 1, last: position }
}

/** Reads blocks. Lane names are interned, because each block repeats them. */
export class BlockReader {
  readonly #form: Form
  readonly #lanes = new Map<string, string>()

  constructor(form: Form) {
    this.#form = form
  }

  /** Appends to `into` the entries of a block whose positions are higher than `after`. */
  read([id, fields]: Row, after: number, into: ReadEntry[]): void {
    if (isOfBefore(fields)) {
      this.#readOfBefore([id, fields], after, into)
      return
    }
    const { epoch, position: last } = parseOffset(id)
    const [at = '0', count = '0', ...seqs] = (fields[1] ?? '').split(' ')
    const body = fields[3] ?? ''
    const [first, second] = [body.indexOf('\n'), body.lastIndexOf('\n')]
    const lanes = (JSON.parse(body.slice(0, first)) as string[]).map((lane) => this.#lane(lane))
    const indexes: number[] = JSON.parse(body.slice(first + 1, second))
    const events: unknown[] = JSON.parse(body.slice(second + 1))
    const next = nextNumbers(indexes, seqs)
    const before = last - Number(count)
    const time = Number(at)
    for (let n = 0; n < events.length; n += 1) {
      const index = indexes[n] ?? 0
      const seq = next[index] ?? 0
      next[index] = seq + 1
      const position = before + n + 1
      if (position <= after) continue
      const lane = lanes[index] ?? ''
      into.push(new ReadEntry(epoch, position, time, lane, seq, this.#form.read(lane, events[n])))
    }
  }

  /** Parses `offset at seq event`, the form in which the script stores the newest entry of a lane. */
  readNewest(lane: string, text: string): ReadEntry {
    const [offset = '', at = '', seq = ''] = text.split(' ', 3)
    const { epoch, position } = parseOffset(offset)
    const event = this.#form.read(lane, JSON.parse(text.slice(offset.length + at.length + seq.length + 3)))
    return new ReadEntry(epoch, position, Number(at), this.#lane(lane), Number(seq), event)
  }

  /** Reads an entry of the previous release, which is one event in JSON. The next release can drop this method. */
  #readOfBefore([id, [, at, , lane = '', , seq, , event = 'null']]: Row, after: number, into: ReadEntry[]): void {
    const { epoch, position } = parseOffset(id)
    if (position > after)
      into.push(new ReadEntry(epoch, position, Number(at), this.#lane(lane), Number(seq), JSON.parse(event)))
  }

  #lane(name: string): string {
    const known = this.#lanes.get(name)
    if (known !== undefined) return known
    this.#lanes.set(name, name)
    return name
  }
}

/** The `seq` of each lane's first event in the block, computed from the `seq` of its last event. */
function nextNumbers(indexes: readonly number[], seqs: readonly string[]): number[] {
  const next = seqs.map((seq) => Number(seq) + 1)
  for (const index of indexes) next[index] = (next[index] ?? 0) - 1
  return next
}

function isOfBefore(fields: readonly string[]): boolean {
  return fields[0] === 'a'
}
