/** All logged fields pass through here, except the access log's. A secret is found by its field name or its form. */

const mark = '[redacted]'
const textMax = 16_384
/** Limit for all texts of a record together: an error's cause may contain the response of a provider or node. */
const textsMax = 2 * textMax
const itemsMax = 100
const depthMax = 6

const secretNames =
  /passw(?:or)?d|passphrase|secret|token|authorization|bearer|cookie|mnemonic|recovery|credential|verifier|signature|keyring|api[_-]?key|private[_-]?key|session[_-]?id|x?prv|xpub|totp|^(?:code|key|otp|pin|seed|ticket|verification|nonce|pwd|(?:database|clickhouse|redis|smtp)[_-]?url)$/i

/**
 * Names before a secret value in a query, a header, a cookie or JSON text. `code` is missing, since market data has a
 * field of that name; the rule for queries covers it.
 */
const namedValue =
  '(?:[\\w-]{0,40}(?:passw(?:or)?d|passphrase|secret|token|authorization|mnemonic|credential|verifier|signature|keyring|api[_-]?key|private[_-]?key|session[_-]?id)|otp|totp|seed|pwd)'

const shapes: [RegExp, string][] = [
  [
    /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:(?!-----END )[\s\S]){0,8000}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
    mark,
  ],
  [/(\b(?:set-)?cookie\b["']?\s{0,4}[:=]\s{0,4})[^\r\n]+/gi, `$1${mark}`],
  [/(\b(?:mnemonic|seed phrase|recovery phrase)\b["']?\s{0,4}[:=]?\s{0,4})[^\r\n]+/gi, `$1${mark}`],
  [/(\b(?:bearer|basic|digest)\s{1,4})[^\s"',;]{4,}/gi, `$1${mark}`],
  // The product's own tokens, by prefix.
  [/\btw_[a-z]{2,10}_[\w%-]{8,}/gi, mark],
  [/\btws_[\w.%-]{8,}/gi, mark],
  // Tokens of other services.
  [/\beyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g, mark],
  [/\b(?:gh[a-z]_|github_pat_|sk_live_|sk_test_|xox[a-z]-|GOCSPX-|AKIA|AIza)[\w-]{10,}/g, mark],
  [/\b[xyztuv](?:prv|pub)[1-9A-HJ-NP-Za-km-z]{20,}/gi, mark],
  [/(?<![\w-])(token|key|code|state|nonce|ticket|verification|sig|auth)=(?!\[redacted)[^&\s"'<>#;,]+/gi, `$1=${mark}`],
  [
    new RegExp(
      `(?<![\\w-])(${namedValue})(\\\\?["']?\\s{0,4}[:=]\\s{0,4})(?!\\[redacted)(?:\\\\?"[^"\\r\\n]*"?|'[^'\\r\\n]*'?|[^\\s"'&,;}]+)`,
      'gi',
    ),
    `$1$2${mark}`,
  ],
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/:@]{0,200}:)(?!\d{1,5}(?:[/?#]|$))[^\s@]{1,300}@/gi, `$1${mark}@`],
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/:@?#]{1,300}@/gi, `$1${mark}@`],
  // Codes in mails, and codes of the second factor.
  [
    /(\bcodes?\b|验证码|驗證碼)([^\dA-Za-z\n]{0,6}(?:(?:is|was|are|为|為|是)[^\dA-Za-z\n]{0,4})?)\d{3}[ -]?\d{3}(?!\d)/gi,
    `$1$2${mark}`,
  ],
  [/\b\d{6}(?=\s{0,2}(?:is|was) (?:your|the) [\w -]{0,40}code)/gi, mark],
  [
    /(\brecovery[ _-]?codes?\b[^\w\n]{0,6})[a-z2-9]{5}-[a-z2-9]{5}(?:[\s,]{1,3}[a-z2-9]{5}-[a-z2-9]{5}){0,20}/gi,
    `$1${mark}`,
  ],
  [/(?<![A-Za-z0-9])[A-Z2-7]{26,}={0,6}(?![A-Za-z0-9])/g, mark],
  [/(?<![A-Za-z0-9])[A-Z2-7]{4}(?:[ -][A-Z2-7]{4}){3,}(?![A-Za-z0-9])/g, mark],
  // Long opaque texts: session values, tickets, seals. Hashes and addresses of a chain stay, since they are hexadecimal
  // or shorter.
  [/(?<![\w+/-])\d{1,3}:[A-Za-z0-9+/_-]{43}=?/g, mark],
  [/(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?!(?:0x)?[0-9a-fA-F]+(?![\w-]))[\w-]{40,}={0,2}(?![\w-])/g, mark],
]

/** The number of characters that the record may still use. */
type Budget = { left: number }

/** Replaces secrets in any logged value. Errors become plain objects with their causes. */
export function redact(value: unknown): unknown {
  return redactWithin({ left: textsMax }, value, 0)
}

function redactWithin(budget: Budget, value: unknown, depth: number): unknown {
  if (typeof value === 'string') return scrubWithin(budget, value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return errorFields(budget, value, depth)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (value instanceof URL) return scrubWithin(budget, value.href)
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `${value.byteLength} bytes`
  if (depth > depthMax || budget.left <= 0) return '…'
  if (Array.isArray(value)) return value.slice(0, itemsMax).map((item) => redactWithin(budget, item, depth + 1))
  if (value instanceof Set) return redactWithin(budget, [...value], depth)
  return fieldsOf(budget, value, depth)
}

function fieldsOf(budget: Budget, value: object, depth: number): Record<string, unknown> {
  const listed = value instanceof Map || value instanceof URLSearchParams || isHeaders(value)
  const entries: Iterable<[unknown, unknown]> = listed ? value : Object.entries(value)
  const fields: Record<string, unknown> = {}
  for (const [name, item] of entries) {
    if (budget.left <= 0) break
    const shown = scrubWithin(budget, String(name))
    Object.defineProperty(fields, shown, {
      value:
        secretNames.test(shown) && item !== null && item !== undefined ? mark : redactWithin(budget, item, depth + 1),
      enumerable: true,
      configurable: true,
    })
  }
  return fields
}

/** The global `Headers` is not named here, because that loads Node's HTTP client even where nothing else uses it. */
function isHeaders(value: object): value is Headers {
  return Object.prototype.toString.call(value) === '[object Headers]' && Symbol.iterator in value
}

function errorFields(budget: Budget, error: Error, depth: number): Record<string, unknown> {
  const redactInside = (value: unknown) => redactWithin(budget, value, depth + 1)
  const code = 'code' in error ? { code: redactInside(error.code) } : {}
  const isDeep = depth > depthMax - 2
  const message = scrubWithin(budget, error.message)
  const stack = scrubWithin(budget, error.stack ?? '')
  const cause = error.cause === undefined || isDeep ? {} : { cause: redactInside(error.cause) }
  const errors =
    error instanceof AggregateError && !isDeep ? { errors: error.errors.slice(0, 10).map(redactInside) } : {}
  return { name: error.name, message, ...code, stack, ...cause, ...errors }
}

/** Each text uses at least 64 characters of the budget, for the syntax around it. */
function scrubWithin(budget: Budget, text: string): string {
  if (budget.left <= 0) return '…'
  budget.left -= Math.max(64, Math.min(text.length, textMax))
  return scrub(text)
}

/** Replaces secrets in a text, even when they are percent-encoded up to three times. */
export function scrub(text: string): string {
  const cut = text.length > textMax ? `${text.slice(0, textMax)}…` : text
  let decoded = cut
  for (let times = 0; times < 3 && /%[2-7][0-9a-f]/i.test(decoded); times += 1) decoded = decodePrintable(decoded)
  const plain = replaceShapes(cut)
  if (decoded === cut) return plain
  const seen = replaceShapes(decoded)
  return seen === decoded ? plain : seen
}

export function replaceShapes(text: string): string {
  let clean = text
  for (const [shape, instead] of shapes) clean = clean.replace(shape, instead)
  return clean
}

function decodePrintable(text: string): string {
  return text.replace(/%([2-7][0-9a-f])/gi, (all, hex: string) =>
    hex === '7f' ? all : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
