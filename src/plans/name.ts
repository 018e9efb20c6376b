import { createTranslator } from 'use-intl/core'
import type { Locale } from '#src/contract/locale.ts'
import { countryNames } from '#src/contract/values/countries.ts'
import enUS from '#src/locales/en-US/plans.ts'
import { loadWords } from '#src/locales/load-words.ts'
import type { MarketId } from './market.ts'
import type { Plan } from './plan.ts'

const words = await loadWords('plans', enUS)

/** Fills in values. Needs a translator, because in the site's bundle the texts are compiled messages, not strings. */
function fill(locale: Locale, key: 'name' | 'stocks' | 'funds' | 'futures', values: Record<string, string>): string {
  const messages: Record<string, string> = { [key]: words[locale][key] }
  return createTranslator({ locale, messages })(key, values)
}

/** Plan names by locale, market and tier. They are kept because a translator parses its texts on each call. */
const names = new Map<string, string>()

type Named = Pick<Plan, 'market' | 'tier'> & Partial<Pick<Plan, 'names' | 'tierNames'>>

/**
 * The name of a plan in the reader's language: the operator's name, or a standard name such as `Stocks US · Premium`.
 */
export function planName({ market, tier, names: own = {}, tierNames = {} }: Named, locale: Locale): string {
  const ownName = own[locale]
  if (ownName !== undefined) return ownName
  const tierName = tierNames[locale] ?? words[locale].tiers[tier]
  const id = `${locale} ${market} ${tierName}`
  const name = names.get(id) ?? fill(locale, 'name', { market: marketName(market, locale), tier: tierName })
  names.set(id, name)
  return name
}

/** The name of a market in the reader's language, for example `Stocks US`, `Integrated` or `Funds HK`. */
export function marketName(market: MarketId, locale: Locale): string {
  if (market === 'integrated') return words[locale].integrated
  const [kind, region = ''] = market.split('-')
  const key = kind === 'fund' ? 'funds' : kind === 'future' ? 'futures' : 'stocks'
  return fill(locale, key, { place: regionName(region, locale) })
}

/**
 * The country or region of a market, for lists of markets of one kind, such as `United States`. `Integrated` for the
 * integrated market.
 */
export function marketPlace(market: MarketId, locale: Locale): string {
  if (market === 'integrated') return words[locale].integrated
  const region = market.split('-')[1] ?? ''
  return widerRegion(region, locale) ?? countryNames(locale)(region.toUpperCase())
}

function regionName(region: string, locale: Locale): string {
  const code = region.toUpperCase()
  return widerRegion(region, locale) ?? (locale === 'en-US' ? code : countryNames(locale)(code))
}

function widerRegion(region: string, locale: Locale): string | null {
  const { europe, asiaPacific, global } = words[locale]
  return { eu: europe, as: asiaPacific, global }[region] ?? null
}
