import type { TapeEntry } from '#src/platform/platform.ts'
import { asciiFrame, type EncodedEvent, type Quotes, type Spelling, type StreamEvent } from './frame.ts'
import type { Gap, Outbox } from './outbox.ts'
import type { WriteTable } from './write-table.ts'

/** Placeholder for a form without readers. */
const unread = Buffer.alloc(0)

type Form = { spelling: Spelling; name: string; plain: Recipients; batched: Recipients }

/** One socket's place among those that receive the same bytes. */
export type Place = {
  readonly outbox: Outbox
  /** The place's index, which `Recipients` sets. */
  at: number
}

/** Sockets that receive the same bytes; `rows[n]` is the write-table row of `places[n]`. */
class Recipients {
  readonly places: Place[] = []
  readonly rows: number[] = []

  add(place: Place): void {
    const { row } = place.outbox
    row.hold()
    place.at = this.places.push(place) - 1
    this.rows.push(row.index)
  }

  /** Moves the last place to the removed one, because a search would take long when thousands leave at once. */
  remove(place: Place): void {
    const { at } = place
    if (this.places[at] !== place) return
    place.outbox.row.letGo()
    const [last, row] = [this.places.pop(), this.rows.pop()]
    if (!last || row === undefined || last === place) return
    last.at = at
    this.places[at] = last
    this.rows[at] = row
  }

  get size(): number {
    return this.places.length
  }
}

export class LaneForms {
  forms: Form[] = []
}

/**
 * Maps lanes to spellings, and spellings to sockets. An event is encoded once per spelling, for any number of sockets.
 */
export class FanOut {
  readonly #table: WriteTable
  readonly #quotes: Quotes
  readonly #lanes = new Map<string, LaneForms>()
  #delivered = 0

  constructor(table: WriteTable, quotes: Quotes) {
    this.#table = table
    this.#quotes = quotes
  }

  /** Number of deliveries since the start; an event for n sockets counts n times. */
  get delivered(): number {
    return this.#delivered
  }

  of(lane: string): LaneForms {
    let laneForms = this.#lanes.get(lane)
    if (!laneForms) {
      laneForms = new LaneForms()
      this.#lanes.set(lane, laneForms)
    }
    return laneForms
  }

  /** `name` identifies the lane in gaps: `AAPL$US:tick`. */
  add(lane: string, name: string, spelling: Spelling, place: Place): void {
    const { forms } = this.of(lane)
    let form = forms.find((known) => known.name === name && known.spelling.more === spelling.more)
    if (!form) {
      form = { spelling, name, plain: new Recipients(), batched: new Recipients() }
      forms.push(form)
    }
    recipientsOf(form, place).add(place)
  }

  remove(lane: string, name: string, place: Place): void {
    const laneForms = this.of(lane)
    for (const form of laneForms.forms) {
      if (form.name !== name) continue
      recipientsOf(form, place).remove(place)
      if (form.plain.size + form.batched.size === 0) laneForms.forms = laneForms.forms.filter((one) => one !== form)
    }
  }

  get size(): number {
    let count = 0
    for (const { forms } of this.#lanes.values()) if (forms.length > 0) count += 1
    return count
  }

  has(lane: string): boolean {
    return this.of(lane).forms.length > 0
  }

  /** Delivers one event to one socket, as the first state of a subscription or in a resume. */
  deliver(
    outbox: Outbox,
    lane: string,
    { name, spelling }: Pick<Form, 'name' | 'spelling'>,
    entry: Pick<TapeEntry, 'seq' | 'at'>,
    event: StreamEvent,
  ): void {
    const body = spelling.text(event, entry.seq, this.#quotes)
    if (body === '') return
    this.#delivered += 1
    const forms = { framed: !outbox.batched, listed: outbox.batched }
    outbox.deliver(encodeEvent(lane, { name, spelling, body }, entry, event, forms))
  }

  /** `skipped`: the number of older events of this state that were not published. */
  publish(
    lane: string,
    entry: Pick<TapeEntry, 'seq' | 'at'>,
    event: StreamEvent,
    { skipped = 0, laneForms = this.of(lane) }: { skipped?: number; laneForms?: LaneForms } = {},
  ): void {
    for (const form of laneForms.forms) {
      const { plain, batched, name, spelling } = form
      const written = spelling.text(event, entry.seq, this.#quotes)
      if (written === '') continue
      const body = skipped === 0 ? written : spelling.withSkipped(written, skipped)
      const forms = { framed: plain.size > 0, listed: batched.size > 0 }
      const encoded = encodeEvent(lane, { name, spelling, body }, entry, event, forms)
      if (plain.size > 0) this.#push(plain, encoded, encoded.frame)
      if (batched.size > 0) this.#push(batched, encoded, encoded.element)
    }
  }

  /**
   * The hot path: a delivery is two table writes. The loop runs backwards, because an overflowing outbox removes
   * itself.
   */
  #push({ rows, places }: Recipients, encoded: EncodedEvent, form: Buffer): void {
    this.#delivered += rows.length
    const partNumber = this.#table.note(form)
    for (let n = rows.length - 1; n >= 0; n -= 1) {
      if (!this.#table.add(rows[n] ?? 0, partNumber)) places[n]?.outbox.deliver(encoded, partNumber)
    }
  }

  recordGap(dropped: Gap): void {
    for (const { name, plain, batched } of [...this.of(dropped.lane).forms]) {
      for (const { outbox } of [...plain.places, ...batched.places]) outbox.recordGap(name, dropped)
    }
  }
}

function recipientsOf({ plain, batched }: Form, { outbox }: Place): Recipients {
  return outbox.batched ? batched : plain
}

/**
 * For a slow reader, events with the same key replace each other. The key is the lane, for bars with the bar's time.
 */
export function conflationKeyOf(lane: string, event: StreamEvent): string {
  return event.type === 'bar' || event.type === 'second' ? `${lane}@${event.time}` : lane
}

/** Encodes one written event in the forms that have readers: as a separate frame, as a list element. */
function encodeEvent(
  lane: string,
  { name, spelling, body }: Pick<EncodedEvent, 'name' | 'spelling' | 'body'>,
  entry: Pick<TapeEntry, 'seq' | 'at'>,
  event: StreamEvent,
  { framed, listed }: { framed: boolean; listed: boolean },
): EncodedEvent {
  return {
    conflationKey: conflationKeyOf(lane, event),
    name,
    spelling,
    seq: entry.seq,
    keep: event.type === 'tick' ? 'all' : 'newest',
    body,
    element: listed ? spelling.element(body) : unread,
    frame: framed ? asciiFrame(body) : unread,
    at: entry.at,
  }
}
