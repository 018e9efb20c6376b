import { type AssetClass, assetClasses } from '#src/contract/market.ts'

/**
 * One reading of a caller's spelling. `code`: the code of this reading in upper case, with its separators; `lookup`: the
 * form that all spellings share.
 */
export type SymbolQuery = { code: string; lookup: string; region: string | null; exchange: string | null }

/** Real codes have at most 20 characters; 32 allows for suffixes. */
export const symbolLengthMax = 32

/** Letters, digits and the separators that occur in real lists (`BRK.B`, `^GSPC`, `M&M`, `AUS B`). */
const allowed = /^[\p{L}\p{N}^][\p{L}\p{N} .\-/_&+=$^:]*$/u

/** Yahoo and Reuters suffixes of the regions in the catalogue. */
// biome-ignore format: a table
const suffixRegions: Record<string, string> = {
  US: 'US', HK: 'HK', SS: 'CN', SH: 'CN', SZ: 'CN', CN: 'CN', TW: 'TW', TWO: 'TW', T: 'JP', JP: 'JP', KS: 'KR', KQ: 'KR', KR: 'KR',
  NS: 'IN', BO: 'IN', IN: 'IN', SI: 'SG', SG: 'SG', BK: 'TH', TH: 'TH', PS: 'PH', PH: 'PH', VN: 'VN', KL: 'MY', MY: 'MY', JK: 'ID', ID: 'ID',
  L: 'GB', GB: 'GB', DE: 'DE', F: 'DE', PA: 'FR', FR: 'FR', AT: 'GR', MI: 'IT', IT: 'IT', BR: 'BE', WA: 'PL', PL: 'PL', ST: 'SE', SE: 'SE',
  SW: 'CH', CH: 'CH', HE: 'FI', FI: 'FI', AS: 'NL', NL: 'NL', LS: 'PT', PT: 'PT', MC: 'ES', ES: 'ES', IS: 'TR', TR: 'TR', AX: 'AU', AU: 'AU',
  NZ: 'NZ', SR: 'SA', SA: 'BR', ME: 'RU', RU: 'RU', TO: 'CA', V: 'CA', CA: 'CA', MX: 'MX',
}

/** One-letter share classes, which are not suffixes: BRK.B and RDS.A keep their letter. */
const shareClasses = new Set(['A', 'B', 'C', 'K', 'U', 'W', 'R'])

export function canonicalRegion(region: string): string {
  const upper = region.trim().toUpperCase()
  return upper === 'SH' || upper === 'SZ' ? 'CN' : upper
}

/** The form that all spellings share: upper case, no separators. */
export function lookupOf(code: string): string {
  return code.toUpperCase().replaceAll(/[ .\-/_^:]/g, '')
}

/**
 * Every reading of a spelling, likeliest first; empty if it cannot be a code. Examples: `aapl`, ` AAPL `, `AAPL$US`,
 * `RELIANCE$NSE$IN`, `700.HK`, `00700`, `BRK-B`, `BTC/USDT`.
 */
export function readSymbol(assetClass: AssetClass | null, text: string, region: string | null = null): SymbolQuery[] {
  const trimmed = text.trim().toUpperCase()
  if (trimmed === '' || trimmed.length > symbolLengthMax || !allowed.test(trimmed)) return []
  const requestedRegion = region === null || region.trim() === '' ? null : canonicalRegion(region)
  const parts = trimmed.split('$').map((part) => part.trim())
  if (parts.length > 3 || parts.some((part) => part === '')) return []
  const [code = '', second, third] = parts
  const exchange = third === undefined ? null : (second ?? null)
  const named = third ?? second
  const symbolRegion = named === undefined ? requestedRegion : canonicalRegion(named)
  return unique([query(code, symbolRegion, exchange), ...variants(assetClass, code, symbolRegion, exchange)])
}

/** Whether a text can be stored as a code, so that queries can name the instrument. */
export function isCode(text: string): boolean {
  return !text.includes('$') && readSymbol(null, text).length > 0
}

function variants(assetClass: AssetClass | null, code: string, region: string | null, exchange: string | null) {
  const found: SymbolQuery[] = []
  const dot = code.lastIndexOf('.')
  const suffix = dot > 0 ? code.slice(dot + 1) : ''
  const suffixRegion = suffixRegions[suffix]
  if (suffixRegion && !(shareClasses.has(suffix) && region === null) && (region === null || region === suffixRegion)) {
    const bare = code.slice(0, dot)
    found.push(query(bare, suffixRegion, exchange), query(canonicalCode(bare, suffixRegion), suffixRegion, exchange))
  }
  if (/^0+\d+$/.test(code) && (region === 'HK' || region === null) && assetClass !== 'crypto') {
    found.push(query(code.replace(/^0+(?=\d)/, ''), 'HK', exchange))
  }
  if (assetClass === 'forex') found.push(query(code.replace(/=X$/, ''), region, exchange))
  return found
}

/** The code as in our lists. Codes of Hong Kong lose leading zeros. */
export function canonicalCode(code: string, region: string): string {
  return region === 'HK' ? code.replace(/^0+(?=\d)/, '') : code
}

function query(code: string, region: string | null, exchange: string | null): SymbolQuery {
  return { code, lookup: lookupOf(code), region, exchange }
}

function unique(queries: SymbolQuery[]): SymbolQuery[] {
  const seen = new Set<string>()
  return queries.filter(({ code, region, lookup }) => {
    const key = `${code} ${region}`
    if (lookup === '' || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Splits a key such as `stock:AAPL$US`. Null for other text. */
export function parseInstrumentKey(key: string): { class: AssetClass; code: string; region: string } | null {
  const match = /^([a-z]+):(.+)\$([A-Z0-9]+)$/.exec(key)
  const assetClass = assetClasses.find((name) => name === match?.[1])
  return assetClass && match?.[2] && match[3] ? { class: assetClass, code: match[2], region: match[3] } : null
}
