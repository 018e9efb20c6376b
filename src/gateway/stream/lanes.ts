import type { MarketEvent } from '#src/contract/market.ts'
import type { TapeEntry } from '#src/platform/platform.ts'
import { asciiElement, asciiFrame, eventText, flat, type Spelling, withSkipped } from './frame.ts'
import type { Dropped, Outbox, Published } from './outbox.ts'

/** In place of a form that nobody reads. */
const unread = Buffer.alloc(0)

type Form = { spelling: Spelling; name: string; plain: Outbox[]; batched: Outbox[] }

/** Who gets what: lane → spelling → sockets. An event is written out once per spelling, whatever the number of sockets. */
export class Lanes {
  readonly #forms = new Map<string, Form[]>()

  /** `name` is what gaps call the lane: `AAPL$US:tick`. */
  add(lane: string, name: string, spelling: Spelling, outbox: Outbox): void {
    let forms = this.#forms.get(lane)
    if (!forms) {
      forms = []
      this.#forms.set(lane, forms)
    }
    let form = forms.find((known) => known.name === name && known.spelling.more === spelling.more)
    if (!form) {
      form = { spelling, name, plain: [], batched: [] }
      forms.push(form)
    }
    ;(outbox.batched ? form.batched : form.plain).push(outbox)
  }

  remove(lane: string, outbox: Outbox): void {
    const forms = this.#forms.get(lane)
    if (!forms) return
    for (const form of forms) {
      const members = outbox.batched ? form.batched : form.plain
      const at = members.indexOf(outbox)
      if (at === -1) continue
      const last = members.pop()
      if (last && at < members.length) members[at] = last
    }
    const used = forms.filter((form) => form.plain.length + form.batched.length > 0)
    if (used.length === 0) this.#forms.delete(lane)
    else if (used.length < forms.length) this.#forms.set(lane, used)
  }

  get size(): number {
    return this.#forms.size
  }

  has(lane: string): boolean {
    return this.#forms.has(lane)
  }

  /** `skipped`: how many older events of this state nobody was told of. */
  publish(lane: string, entry: Pick<TapeEntry, 'seq' | 'at'>, event: MarketEvent, skipped = 0): void {
    const forms = this.#forms.get(lane)
    if (!forms) return
    for (const form of forms) {
      const { plain, batched } = form
      const published = publish(lane, form.name, form.spelling, entry, event, {
        framed: plain.length > 0,
        listed: batched.length > 0,
        skipped,
      })
      for (const outbox of plain) outbox.push(published)
      for (const outbox of batched) outbox.push(published)
    }
  }

  /** Ticks that nobody on this lane will get. */
  miss(dropped: Dropped): void {
    for (const { name, plain, batched } of [...(this.#forms.get(dropped.lane) ?? [])]) {
      for (const outbox of [...plain, ...batched]) outbox.miss(name, dropped)
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
  const body = flat(withSkipped(eventText(event, entry.seq, spelling), skipped))
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
