import { type Place, Recipients } from '../delivery/fan-out.ts'
import type { LaneType } from '../protocol/lane-type.ts'
import { endLane, startLane, type Wanted } from './wanted.ts'

/**
 * A list to which several sockets subscribe. Each of its lanes has these sockets as one group, so that a socket enters
 * and leaves all lanes in one step.
 */
export class SharedList {
  readonly wanted: readonly Wanted[]
  readonly keys: readonly string[]
  readonly types: readonly LaneType[]
  readonly batched: boolean
  readonly byKey: ReadonlyMap<string, Wanted>
  readonly #group = new Recipients()

  constructor(wanted: readonly Wanted[], keys: readonly string[], types: readonly LaneType[], batched: boolean) {
    this.wanted = wanted
    this.keys = keys
    this.types = types
    this.batched = batched
    this.byKey = new Map(wanted.map((one) => [one.symbol.key, one]))
  }

  join(place: Place): void {
    if (this.#group.isEmpty)
      this.#eachLane((one, type) => {
        const { lane, name, spelling } = one.symbol.of(type)
        one.view.fanOut.addGroup(lane, name, spelling, this)
        startLane(one, type)
      })
    this.#group.add(place)
  }

  leave(place: Place): void {
    this.#group.remove(place)
    if (!this.#group.isEmpty) return
    this.#eachLane((one, type) => {
      const { lane, name } = one.symbol.of(type)
      one.view.fanOut.removeGroup(lane, name, this)
      endLane(one, type)
    })
  }

  get group(): Recipients {
    return this.#group
  }

  #eachLane(work: (one: Wanted, type: LaneType) => void): void {
    for (const one of this.wanted) for (const type of this.types) work(one, type)
  }
}
