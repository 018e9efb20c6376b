import type { TapeEntry } from '#src/platform/platform.ts'
import { asciiFrame, type EncodedEvent, type Quotes, type Spelling, type StreamEvent } from './frame.ts'
import type { Gap, Outbox } from './outbox.ts'
import type { WriteTable } from './write-table.ts'

/** Placeholder for a form without readers. */
const unread = Buffer.alloc(0)

type Form = { spelling: Spelling; name: string; plain: Recipients; batched: Recipients }

/** The place of one socket in a list of sockets that receive the same bytes. */
export type Place = {
  readonly outbox: Outbox
  /** The place's index, which `Recipients` sets. */
  at: number
}

/** Sockets with the same list: they are in several lanes together. */
type Group = { readonly group: Recipients; readonly batched: boolean }

/**
 * Sockets that receive the same bytes; `rows[n]` is the write-table row of `places[n]`. The sockets of the `groups`
 * receive these bytes, too.
 */
export class Recipients {
  readonly places: Place[] = []
  readonly rows: number[] = []
  /** A new array after each change, because an event may remove the group to which it is delivered. */
  groups: readonly Recipients[] = []

  add(place: Place): void {
    const { row } = place.outbox
    row.hold()
    place.at = this.places.push(place) - 1
    this.rows.push(row.index)
  }

  /** Moves the last place to the freed index, because a search would take long when thousands leave at once. */
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

  get isEmpty(): boolean {
    return this.places.length === 0 && this.groups.length === 0
  }

  outboxes(): Outbox[] {
    return [this, ...this.groups].flatMap(({ places }) => places.map(({ outbox }) => outbox))
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
    recipientsOf(this.#formOf(lane, name, spelling), place.outbox).add(place)
  }

  /** A group must not be empty, and not have groups of its own. */
  addGroup(lane: string, name: string, spelling: Spelling, group: Group): void {
    const recipients = recipientsOf(this.#formOf(lane, name, spelling), group)
    recipients.groups = [...recipients.groups, group.group]
  }

  remove(lane: string, name: string, place: Place): void {
    this.#removeFrom(lane, name, (form) => recipientsOf(form, place.outbox).remove(place))
  }

  removeGroup(lane: string, name: string, group: Group): void {
    this.#removeFrom(lane, name, (form) => {
      const recipients = recipientsOf(form, group)
      recipients.groups = recipients.groups.filter((one) => one !== group.group)
    })
  }

  #formOf(lane: string, name: string, spelling: Spelling): Form {
    const { forms } = this.of(lane)
    const known = forms.find((form) => form.name === name && form.spelling.more === spelling.more)
    if (known) return known
    const own = spelling.renewed?.() ?? spelling
    const form = { spelling: own, name, plain: new Recipients(), batched: new Recipients() }
    forms.push(form)
    return form
  }

  #removeFrom(lane: string, name: string, remove: (form: Form) => void): void {
    const laneForms = this.of(lane)
    for (const form of laneForms.forms) {
      if (form.name !== name) continue
      remove(form)
      if (form.plain.isEmpty && form.batched.isEmpty) laneForms.forms = laneForms.forms.filter((one) => one !== form)
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
      const forms = { framed: !plain.isEmpty, listed: !batched.isEmpty }
      const encoded = encodeEvent(lane, { name, spelling, body }, entry, event, forms)
      if (!plain.isEmpty) this.#pushAll(plain, encoded, encoded.frame)
      if (!batched.isEmpty) this.#pushAll(batched, encoded, encoded.element)
    }
  }

  #pushAll(recipients: Recipients, encoded: EncodedEvent, form: Buffer): void {
    const partNumber = this.#table.note(form)
    this.#push(recipients, encoded, partNumber)
    for (const group of recipients.groups) this.#push(group, encoded, partNumber)
  }

  /**
   * The hot path: a delivery is two table writes. The loop runs backwards, because an overflowing outbox removes
   * itself.
   */
  #push({ rows, places }: Recipients, encoded: EncodedEvent, partNumber: number): void {
    this.#delivered += rows.length
    for (let n = rows.length - 1; n >= 0; n -= 1) {
      if (!this.#table.add(rows[n] ?? 0, partNumber)) places[n]?.outbox.deliver(encoded, partNumber)
    }
  }

  recordGap(dropped: Gap): void {
    for (const { name, plain, batched } of [...this.of(dropped.lane).forms]) {
      for (const outbox of [...plain.outboxes(), ...batched.outboxes()]) outbox.recordGap(name, dropped)
    }
  }
}

function recipientsOf(form: Form, { batched }: { readonly batched: boolean }): Recipients {
  return batched ? form.batched : form.plain
}

/**
 * For a slow reader, events with the same key replace each other. The key is the lane, for bars with the bar's time.
 */
export function conflationKeyOf(lane: string, event: StreamEvent): string {
  return event.type === 'bar' || event.type === 'second' ? `${lane}@${event.time}` : lane
}

/** Encodes one written event in the forms that have readers: as a separate frame, as a list element, or as both. */
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
