import type { AssetClass } from '#src/contract/market.ts'
import type { StreamKey } from '../access/access.ts'
import type { Admitted } from './starts.ts'

/** All facts from which the admission of a list follows. `names`: the version of the names. */
type Terms = Pick<StreamKey, 'kind' | 'plan' | 'scope'> & {
  pathClass: AssetClass | null
  protocol: string
  names: number
}

/** A list is kept for this number of plans. */
const termsMax = 4

/** The lists that were admitted completely. They stay as long as the messages with the lists are known. */
export class AdmittedLists {
  readonly #lists = new WeakMap<readonly string[], { terms: Terms; admitted: Admitted }[]>()

  of(symbols: readonly string[], terms: Terms): Admitted | undefined {
    return this.#lists.get(symbols)?.find((one) => isSame(one.terms, terms))?.admitted
  }

  /** A refused symbol is not kept, because the next socket must look it up again. */
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
