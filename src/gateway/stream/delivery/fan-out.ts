import type { MarketEvent } from '#src/contract/market.ts'
import type { TapeEntry } from '#src/platform/platform.ts'
import { asciiElement, asciiFrame, eventText, type Spelling, withSkipped } from './frame.ts'
import type { Dropped, Outbox, Published } from './outbox.ts'
import type { Ledger } from './write-table.ts'

/** In place of a form that nobody reads. */
const unread = Buffer.alloc(0)

type Form = { spelling: Spelling; name: string; plain: Members; batched: Members }

/** Sockets that get the same bytes; `rows[n]` is the row of `outboxes[n]`. */
class Members {
  readonly outboxes: Outbox[] = []
  readonly rows: number[] = []

  add(outbox: Outbox): void {
    outbox.row.hold()
    this.outboxes.push(outbox)
    this.rows.push(outbox.row.index)
  }

  remove(outbox: Outbox): void {
    const at = this.outboxes.indexOf(outbox)
    if (at === -1) return
    outbox.row.letGo()
    const [last, row] = [this.outboxes.pop(), this.rows.pop()]
    if (!last || row === undefined || at === this.outboxes.length) return
    this.outboxes[at] = last
    this.rows[at] = row
  }

  get size(): number {
    return this.outboxes.length
  }
}

/** Who reads one lane, in each of the spellings that are asked for. */
export class Readers {
  forms: Form[] = []
}

/** Who gets what: lane → spelling → sockets. An event is written out once per spelling, whatever the number of sockets. */
export class Lanes {
  readonly #ledger: Ledger
  readonly #lanes = new Map<string, Readers>()

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  of(lane: string): Readers {
    let readers = this.#lanes.get(lane)
    if (!readers) {
      readers = new Readers()
      this.#lanes.set(lane, readers)
    }
    return readers
  }

  /** `name` is what gaps call the lane: `AAPL$US:tick`. */
  add(lane: string, name: string, spelling: Spelling, outbox: Outbox): void {
    const { forms } = this.of(lane)
    let form = forms.find((known) => known.name === name && known.spelling.more === spelling.more)
    if (!form) {
      form = { spelling, name, plain: new Members(), batched: new Members() }
      forms.push(form)
    }
    const members = outbox.batched ? form.batched : form.plain
    members.add(outbox)
  }

  remove(lane: string, outbox: Outbox): void {
    const readers = this.of(lane)
    for (const form of readers.forms) {
      const members = outbox.batched ? form.batched : form.plain
      members.remove(outbox)
    }
    readers.forms = readers.forms.filter((form) => form.plain.size + form.batched.size > 0)
  }

  /** How many lanes somebody reads. */
  get size(): number {
    let count = 0
    for (const { forms } of this.#lanes.values()) if (forms.length > 0) count += 1
    return count
  }

  has(lane: string): boolean {
    return this.of(lane).forms.length > 0
  }

  /** `skipped`: how many older events of this state nobody was told of. */
  publish(
    lane: string,
    entry: Pick<TapeEntry, 'seq' | 'at'>,
    event: MarketEvent,
    { skipped = 0, readers = this.of(lane) }: { skipped?: number; readers?: Readers } = {},
  ): void {
    for (const form of readers.forms) {
      const { plain, batched } = form
      const published = publish(lane, form.name, form.spelling, entry, event, {
        framed: plain.size > 0,
        listed: batched.size > 0,
        skipped,
      })
      if (plain.size > 0) this.#push(plain, published, published.frame)
      if (batched.size > 0) this.#push(batched, published, published.element)
    }
  }

  /** The hot path: a delivery is two numbers in the ledger. Backwards, since who overflows leaves. */
  #push({ rows, outboxes }: Members, published: Published, form: Buffer): void {
    const part = this.#ledger.note(form)
    for (let n = rows.length - 1; n >= 0; n -= 1) {
      if (!this.#ledger.add(rows[n] as number, part)) outboxes[n]?.push(published, part)
    }
  }

  /** Ticks that nobody on this lane will get. */
  miss(dropped: Dropped): void {
    for (const { name, plain, batched } of [...this.of(dropped.lane).forms]) {
      for (const outbox of [...plain.outboxes, ...batched.outboxes]) outbox.miss(name, dropped)
    }
  }
}

/** Events of one slot replace each other: the lane, for bars the lane and the bar. */
export function slotOf(lane: string, event: MarketEvent): string {
  return event.type === 'bar' ? `${lane}@${event.time}` : lane
}

/** One event in one spelling, in the forms that somebody reads: events in frames of their own, or listed in one. */
export function publish(
  lane: string,
  name: string,
  spelling: Spelling,
  entry: Pick<TapeEntry, 'seq' | 'at'>,
  event: MarketEvent,
  { framed, listed, skipped = 0 }: { framed: boolean; listed: boolean; skipped?: number },
): Published {
  const body = withSkipped(eventText(event, entry.seq, spelling), skipped)
  return {
    slot: slotOf(lane, event),
    name,
    seq: entry.seq,
    keep: event.type === 'tick' ? 'all' : 'newest',
    body,
    element: listed ? asciiElement(body) : unread,
    frame: framed ? asciiFrame(body) : unread,
    at: entry.at,
  }
}
