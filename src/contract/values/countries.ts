import type { Locale } from '../locale.ts'

/** The regions of the country picker, in the picker's order. */
export const worldRegions = ['america', 'asiaPacific', 'europe'] as const
export type WorldRegion = (typeof worldRegions)[number]

/**
 * A country of the stock catalogue. `code`: ISO 3166 in lower case. `exchanges`: further names by which the picker
 * finds the country.
 */
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
 * Countries of the stock search, grouped by region, in the order of the picker. Their flags are
 * `/img/country/{CODE}.svg`.
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

export const countryCodes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  )

export function isCountry(code: string): boolean {
  return countryCodes.includes(code)
}
