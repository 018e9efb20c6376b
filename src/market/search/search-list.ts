import type { AssetClass } from '#src/contract/market.ts'
import { positions, type RankCriteria, rankOf, unknownLiquidity } from './rank.ts'
import { aliasKey, fold } from './texts/fold.ts'
import { JoinedTexts } from './texts/joined-texts.ts'
import { Vocabulary } from './texts/vocabulary.ts'

export type Alias = { name: string; order: number }

export type Searched = RankCriteria & {
  id: number
  lookup: string
  names: readonly string[]
  aliases: readonly Alias[]
}

export type Market = { class: AssetClass; region: string }

type Named = { at: number; order: number }

/**
 * The data of a `SearchTable` while it is being collected. Instruments are added in the order of their lookups (by code
 * units).
 */
export class SearchList {
  readonly ids: number[] = []
  readonly lookups: string[] = []
  readonly markets: Market[] = []
  readonly market: number[] = []
  readonly ranks: number[] = []
  readonly browse: number[] = []
  readonly vocabulary = new Vocabulary()
  /** The instruments of each alias, by `aliasKey`. */
  readonly aliases = new Map<string, Named[]>()
  readonly #known = new Map<string, number>()
  readonly #isins: { isin: string; at: number }[] = []

  add(one: Searched): void {
    const at = this.ids.push(one.id) - 1
    if (at >= positions) throw new Error(`more than ${positions} instruments cannot be searched`)
    this.lookups.push(one.lookup)
    this.market.push(this.#marketOf(one))
    this.ranks.push(rankOf(one) * positions + at)
    this.browse.push(unknownLiquidity(one.liquidity) * positions + at)
    if (one.isin !== '') this.#isins.push({ isin: one.isin.toUpperCase(), at })
    for (const name of one.names) this.vocabulary.add(at, name)
    for (const { name, order } of one.aliases) this.#addAlias(at, name, order)
  }

  /** The ISINs in sorted order, and the position of each ISIN's instrument. */
  isins(): { texts: JoinedTexts; at: Uint32Array } {
    const sorted = this.#isins.sort((a, b) => (a.isin < b.isin ? -1 : a.isin > b.isin ? 1 : 0))
    return { texts: new JoinedTexts(sorted.map(({ isin }) => isin)), at: Uint32Array.from(sorted, ({ at }) => at) }
  }

  #marketOf({ class: assetClass, region }: Searched): number {
    const name = `${assetClass} ${region}`
    const market = this.#known.get(name) ?? this.markets.push({ class: assetClass, region }) - 1
    this.#known.set(name, market)
    return market
  }

  #addAlias(at: number, name: string, order: number): void {
    const key = aliasKey(fold(name))
    if (key === '') return
    this.vocabulary.add(at, name)
    const named = this.aliases.get(key)
    if (named) named.push({ at, order })
    else this.aliases.set(key, [{ at, order }])
  }
}
