import type { AssetClass } from '#src/contract/market.ts'
import type { StreamKey } from '../access/access.ts'
import type { LaneType } from '../protocol/lane-type.ts'
import { SharedList } from './shared-list.ts'
import type { Admitted } from './starts.ts'

/** All facts on which the admission of a list depends. `names`: the `namesVersion` of the access checks. */
type Terms = Pick<StreamKey, 'kind' | 'plan' | 'scope'> & {
  pathClass: AssetClass | null
  protocol: string
  names: number
}

/** The maximum number of different terms for which the admissions of one list are kept. */
const termsMax = 4

/** The maximum length of a shared list, because the states of all its instruments are sent without a pause. */
const sharedMax = 100

/** The admissions of lists without a refused symbol. An admission stays as long as its list is in memory. */
export class AdmittedLists {
  readonly #lists = new WeakMap<readonly string[], { terms: Terms; admitted: Admitted }[]>()

  /** The lists that more than one message had, with the sockets that share them. */
  readonly #shared = new WeakMap<Admitted, SharedList[]>()

  of(symbols: readonly string[], terms: Terms): Admitted | undefined {
    const admitted = this.#lists.get(symbols)?.find((one) => isSame(one.terms, terms))?.admitted
    if (admitted && !this.#shared.has(admitted)) this.#shared.set(admitted, [])
    return admitted
  }

  /** Null if only one message had the list, or if the list is too long or names an instrument twice. */
  shared(admitted: Admitted, types: readonly LaneType[], batched: boolean): SharedList | null {
    const { wanted, keys } = admitted
    const lists = this.#shared.get(admitted)
    if (!lists || keys.length > sharedMax || keys.length < wanted.length) return null
    const known = lists.find((list) => list.types === types && list.batched === batched)
    if (known) return known
    const list = new SharedList(wanted, keys, types, batched)
    this.#shared.set(admitted, [...lists.slice(-1), list])
    return list
  }

  /** A list with a refused symbol is not kept, because the next socket must look up that symbol again. */
  keep(symbols: readonly string[], terms: Terms, admitted: Admitted): void {
    if (admitted.rejected.length > 0) return
    const others = this.#lists.get(symbols)?.slice(0, termsMax - 1) ?? []
    this.#lists.set(symbols, [{ terms, admitted }, ...others])
  }
}

function isSame(one: Terms, other: Terms): boolean {
  return (
    one.names === other.names &&
    one.plan === other.plan &&
    one.scope === other.scope &&
    one.kind === other.kind &&
    one.pathClass === other.pathClass &&
    one.protocol === other.protocol
  )
}
