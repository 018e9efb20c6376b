import type { Locale } from '../locale.ts'

/** The three regions of the country picker, in its order. */
export const worldRegions = ['america', 'asiaPacific', 'europe'] as const
export type WorldRegion = (typeof worldRegions)[number]

/** A country of the stock catalogue: ISO 3166 code in lower case, and the exchanges by which it is searched. */
export type StockCountry = { code: string; region: WorldRegion; exchanges: readonly string[] }

const america = {
  us: ['NASDAQ', 'NYSE'],
  ca: ['TSX', 'NEO'],
  mx: ['BMV', 'BIVA'],
}

const asiaPacific = {
  hk: ['HSI', 'HKEX'],
  cn: ['SSE', 'SZSE'],
  tw: ['TWSE'],
  in: ['NSE'],
  sg: ['SGX'],
  jp: ['NSE', 'TSE'],
  th: ['TFEX', 'SET'],
  ph: ['PSE'],
  vn: ['HOSE'],
  kr: ['KRX'],
  my: ['MYX', 'FTSE'],
  id: ['IDX'],
}

const europe = {
  de: ['FWB', 'LS'],
  fr: ['EURONEXTPAR'],
  gb: ['LSE', 'LME', 'LSIN'],
  gr: ['ATHEX'],
  it: ['EUROTLX', 'MIL'],
  be: ['EURONEXTBRU'],
  pl: ['GPW'],
  se: ['NGM', 'STO'],
  ch: ['SIX', 'BX'],
  fi: ['HEX'],
  nl: ['EURONEXTAMS'],
  pt: ['EURONEXTLIS'],
  es: ['BME'],
  tr: ['BIST'],
}

function inRegion(region: WorldRegion, countries: Record<string, readonly string[]>): StockCountry[] {
  return Object.entries(countries).map(([code, exchanges]) => ({ code, region, exchanges }))
}

/**
 * Countries of the stock search, grouped by region, in the order of the picker. `Intl.DisplayNames` gives their names
 * in each language; flags are `/img/country/{CODE}.svg`.
 */
export const stockCountries: readonly StockCountry[] = [
  ...inRegion('america', america),
  ...inRegion('asiaPacific', asiaPacific),
  ...inRegion('europe', europe),
]

type Usage = { tag?: string; names: Readonly<Record<string, string>> }

/**
 * Corrections of `Intl.DisplayNames`. `names`: names as the local market writes them. `tag`: the locale tag of
 * `Intl.DisplayNames`, where it differs from ours.
 */
const usages: Partial<Record<Locale, Usage>> = {
  'en-US': { names: { HK: 'Hong Kong' } },
  'zh-CN': { names: { CN: '中国内地', HK: '中国香港', MO: '中国澳门', TW: '中国台湾' } },
  'zh-HK': { tag: 'zh-Hant-HK', names: { CN: '中國內地', HK: '香港', MO: '澳門', NZ: '新西蘭' } },
}

/** Returns a function from a country code, in either letter case, to the country's name in `locale`. */
export function countryNames(locale: Locale): (code: string) => string {
  const { tag = locale, names: own = {} }: Partial<Usage> = usages[locale] ?? {}
  const names = new Intl.DisplayNames([tag], { type: 'region' })
  return (code) => {
    const region = code.toUpperCase()
    return own[region] ?? names.of(region) ?? region
  }
}
