import { assetClasses } from '#src/contract/market.ts'
import { isFindingKind, isFindingState } from '#src/contract/operator/data/finding-kinds.ts'

/** The findings that an address names. An empty `exchange`: instruments whose exchange is unknown. */
export function findingFilter(query: URLSearchParams) {
  const said = (name: string) => query.get(name)?.trim() ?? ''
  const [state, kind, instrument] = [said('state'), said('kind'), said('instrument')]
  const assetClass = assetClasses.find((name) => name === said('class'))
  return {
    state: isFindingState(state) ? state : ('open' as const),
    ...(isFindingKind(kind) && { kind }),
    ...(assetClass && query.has('exchange') && { class: assetClass, exchange: said('exchange').slice(0, 32) }),
    ...(/^\d{1,9}$/.test(instrument) && { instrument: Number(instrument) }),
    after: said('after') || undefined,
  }
}
