import type { MarketEvent } from '#src/contract/market.ts'
import type { TapeEntry } from '#src/platform/platform.ts'
import { asciiFrame, eventText, type Spelling } from './frame.ts'
import type { Outbox, Published } from './outbox.ts'

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

  publish(lane: string, entry: Pick<TapeEntry, 'seq' | 'at'>, event: MarketEvent): void {
    const forms = this.#forms.get(lane)
    if (!forms) return
    for (const form of forms) {
      const published = publish(lane, form.name, form.spelling, entry, event, form.plain.length > 0)
      for (const outbox of form.plain) outbox.push(published)
      for (const outbox of form.batched) outbox.push(published)
    }
  }
}

/** One event in one spelling; the frame is only built where somebody reads one event a frame. */
export function publish(
  lane: string,
  name: string,
  spelling: Spelling,
  entry: Pick<TapeEntry, 'seq' | 'at'>,
  event: MarketEvent,
  framed: boolean,
): Published {
  const body = eventText(event, entry.seq, spelling)
  return {
    slot: event.type === 'bar' ? `${lane}@${event.time}` : lane,
    name,
    seq: entry.seq,
    keep: event.type === 'tick' ? 'all' : 'newest',
    body,
    frame: framed ? asciiFrame(body) : '',
    at: entry.at,
  }
}
