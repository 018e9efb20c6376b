import type { TapeRecord } from '../platform.ts'
import { placeOf, ReadEntry } from './place.ts'

/** How an event is written on the tape: as JSON, of which `read` gets the value. The lane says what kind of event it is. */
export type Form = {
  write(lane: string, event: unknown): string
  read(lane: string, value: unknown): unknown
}

export const jsonForm: Form = {
  write: (_lane, event) => JSON.stringify(event),
  read: (_lane, value) => value,
}

/** One entry of a stream: what was appended at once. `id` is the place of its last event. */
export type Row = [id: string, fields: string[]]

/** Of one lane in a block: its index, how many events, the place of the last in the block, and its text. */
type LanePart = { index: number; count: number; last: number; text: string }

/**
 * What the append script needs for a block: its text, the number of its events, then for each lane its name, the last event's place
 * and the count of its events if not 1, and that event. The text has three lines, each a list in JSON: names of lanes, for each event
 * the index of its lane, events.
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

/** When a block was appended, and the place of its first event. */
export function headOf([id, fields]: Row): { at: number; epoch: string; first: number; last: number } {
  const { epoch, position } = placeOf(id)
  if (isOfBefore(fields)) return { at: Number(fields[1]), epoch, first: position, last: position }
  const [at, count] = (fields[1] ?? '').split(' ', 2)
  return { at: Number(at), epoch, first: position - Number(count) + 1, last: position }
}

/** Reads blocks. Names of lanes are kept once, since each block brings its own copies. */
export class BlockReader {
  readonly #form: Form
  readonly #lanes = new Map<string, string>()

  constructor(form: Form) {
    this.#form = form
  }

  /** Adds the entries of a block after `after`, a position of its epoch. */
  read([id, fields]: Row, after: number, into: ReadEntry[]): void {
    if (isOfBefore(fields)) {
      this.#readOfBefore([id, fields], after, into)
      return
    }
    const { epoch, position: last } = placeOf(id)
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

  /** `offset at seq event`, as the script keeps the newest entry of a lane. */
  readNewest(lane: string, text: string): ReadEntry {
    const [offset = '', at = '', seq = ''] = text.split(' ', 3)
    const { epoch, position } = placeOf(offset)
    const event = this.#form.read(lane, JSON.parse(text.slice(offset.length + at.length + seq.length + 3)))
    return new ReadEntry(epoch, position, Number(at), this.#lane(lane), Number(seq), event)
  }

  /** An entry of the release before is one event, in JSON. The next release need not read it. */
  #readOfBefore([id, [, at, , lane = '', , seq, , event = 'null']]: Row, after: number, into: ReadEntry[]): void {
    const { epoch, position } = placeOf(id)
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

/** The number of each lane's first event in the block, from that of its last. */
function nextNumbers(indexes: readonly number[], seqs: readonly string[]): number[] {
  const next = seqs.map((seq) => Number(seq) + 1)
  for (const index of indexes) next[index] = (next[index] ?? 0) - 1
  return next
}

function isOfBefore(fields: readonly string[]): boolean {
  return fields[0] === 'a'
}
