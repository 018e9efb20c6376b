import { parseMicro } from '#src/contract/money.ts'
import type { OwnNames, PlanDocument, PlanEntry } from '#src/contract/sales/plan-document.ts'
import { tiers } from '#src/contract/sales/tiers.ts'
import { KeptValue } from '#src/platform/kept.ts'
import type { Platform } from '#src/platform/platform.ts'
import { firstEdition } from './first-edition.ts'
import { coverageOf, type MarketId, marketIds, planTypeOf } from './market.ts'
import type { Period, PeriodTerms, Plan, Tier } from './plan.ts'

export type Edition = { number: number; document: PlanDocument }

/** The plans that are or were sold, in memory. A catalogue is immutable; a new edition gets a new catalogue. */
export type Catalogue = {
  edition: number
  /** All plans of the published edition, enterprise plans included, by market and then from the lowest tier up. */
  plans: readonly Plan[]
  newcomerDiscount: number
  tierNames: NonNullable<PlanDocument['tierNames']>
  /** The plan as it was sold in `edition` (default: the published edition). Free plans follow the published edition. */
  planById(id: string, edition?: number): Plan | null
  /** The plan as it was sold last, for the name of a plan whose edition is unknown. */
  lastSold(id: string): Plan | null
}

const monthsOf: Readonly<Record<Period, number>> = { month: 1, quarter: 3, 'half-year': 6, year: 12 }

/**
 * The catalogue with edition `published` for sale. Includes the other editions, because subscriptions refer to them.
 * `editions` are in the order of their numbers.
 */
export function buildCatalogue(editions: readonly Edition[], published: number): Catalogue {
  const current = editions.find(({ number }) => number === published)
  if (!current) throw new Error(`edition ${published} of the plans is missing`)
  const namesOf = namesIn(current.document)
  const byEdition = new Map(editions.map((edition) => [edition.number, plansById(edition, namesOf)]))
  const newest = byEdition.get(published) ?? plansById(current, namesOf)
  return {
    edition: published,
    plans: [...newest.values()],
    newcomerDiscount: current.document.newcomerDiscount,
    tierNames: current.document.tierNames ?? noTierNames,
    planById(id, edition = published) {
      const sold = edition === published || id.endsWith('-free') ? newest : byEdition.get(edition)
      return sold?.get(id) ?? null
    },
    lastSold: (id) => newest.get(id) ?? [...byEdition.values()].findLast((plans) => plans.has(id))?.get(id) ?? null,
  }
}

const noTierNames = {}
const standardNames: OwnNames = {}

type Names = Pick<Plan, 'names' | 'tierNames'>

/** The names in the published edition. Plans of all editions use them, so that a plan has one name. */
function namesIn({ plans, tierNames }: PlanDocument): (id: string, tier: Tier) => Names {
  const byId = new Map(plans.map(({ id, names }) => [id, names]))
  return (id, tier) => ({ names: byId.get(id) ?? standardNames, tierNames: tierNames?.[tier] ?? standardNames })
}

/** The catalogue that is used until an edition is read from the database. */
export const firstCatalogue = buildCatalogue([{ number: 1, document: firstEdition }], 1)

const sold = new KeptValue<{ catalogue: Catalogue; listeners: Set<() => void> }>('plans')

export function catalogueOf(ctx: Pick<Platform, 'kept'>): Catalogue {
  return sold.of(ctx)?.catalogue ?? firstCatalogue
}

/** Replaces the catalogue of this process and calls the listeners, which hold values derived from the old catalogue. */
export function setCatalogue(ctx: Pick<Platform, 'kept'>, catalogue: Catalogue): void {
  const held = keptOf(ctx)
  held.catalogue = catalogue
  for (const listener of held.listeners) listener()
}

export function onNewEdition(ctx: Pick<Platform, 'kept'>, listener: () => void): Disposable {
  const { listeners } = keptOf(ctx)
  listeners.add(listener)
  return { [Symbol.dispose]: () => void listeners.delete(listener) }
}

function keptOf(ctx: Pick<Platform, 'kept'>) {
  const held = sold.of(ctx) ?? { catalogue: firstCatalogue, listeners: new Set() }
  sold.set(ctx, held)
  return held
}

function plansById({ number, document }: Edition, namesOf: ReturnType<typeof namesIn>): Map<string, Plan> {
  const entries = new Map(document.plans.map((entry) => [entry.id, entry]))
  const periods = termsOf(document)
  const found = marketIds.flatMap((market) =>
    tiers.flatMap((tier) => {
      const entry = entries.get(`${market}-${tier}`)
      const edition = { edition: number, periods, newcomerDiscount: document.newcomerDiscount }
      return entry ? [{ ...edition, ...namesOf(entry.id, tier), ...planOf(entry, market, tier) }] : []
    }),
  )
  return new Map(found.map((plan) => [plan.id, plan]))
}

function termsOf({ periods }: PlanDocument): Record<Period, PeriodTerms> {
  const terms = (period: Period): PeriodTerms => ({ months: monthsOf[period], saving: periods[period].saving })
  return { month: terms('month'), quarter: terms('quarter'), 'half-year': terms('half-year'), year: terms('year') }
}

type EditionTerms = 'edition' | 'periods' | 'newcomerDiscount' | keyof Names

function planOf(entry: PlanEntry, market: MarketId, tier: Tier): Omit<Plan, EditionTerms> {
  const { id, perMinute, sockets, subscriptions, delaySeconds, historyDays, features, search, files } = entry
  return {
    id,
    type: planTypeOf(market),
    market,
    tier,
    price: entry.price === null ? null : parseMicro(entry.price),
    limits: { perMinute, sockets, subscriptions },
    features,
    coverage: coverageOf(market).filter((covered) => entry.classes.includes(covered.class)),
    delaySeconds,
    historyDays,
    search,
    files,
  }
}
