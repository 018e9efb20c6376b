const powers = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)
const digits15 = 1e15

/**
 * Parses a plain decimal in `text[start, end)`. NaN for other text, and for a number that a double cannot hold. Numbers
 * of more than 15 digits are parsed by JavaScript's `Number`.
 */
export function parseDecimal(text: string, start: number, end: number): number {
  let at = start
  const negative = text.charCodeAt(at) === 45
  if (negative) at += 1
  if (at >= end) return Number.NaN
  let mantissa = 0
  let decimals = -1
  for (; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= 48 && code <= 57) {
      mantissa = mantissa * 10 + (code - 48)
      if (decimals >= 0) decimals += 1
    } else if (code === 46 && decimals < 0) decimals = 0
    else return slow(text, start, end)
  }
  const power = decimals > 0 ? powers[decimals] : 1
  if (mantissa >= digits15 || power === undefined) return slow(text, start, end)
  const value = mantissa / power
  return negative ? -value : value
}

function slow(text: string, start: number, end: number): number {
  const cell = text.slice(start, end)
  if (!decimal.test(cell)) return Number.NaN
  const value = Number(cell)
  return isExact(cell, value) ? value : Number.NaN
}

const decimal = /^-?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/
/** The maximum number of digits that `toPrecision` writes. */
const digitsMax = 100

/**
 * Whether a cell is a number that a double cannot hold: the double, printed with the cell's number of digits, differs.
 */
export function isInexact(cell: string): boolean {
  if (!decimal.test(cell)) return false
  const value = Number(cell)
  return Number.isFinite(value) && !isExact(cell, value)
}

function isExact(cell: string, value: number): boolean {
  const digits = digitsOf(cell)
  if (value === 0 || digits.length > digitsMax) return digits === '' && value === 0
  return digitsOf(value.toPrecision(Math.max(1, digits.length))) === digits
}

/** The digits of a decimal without sign, point, exponent, and the zeros at both ends. */
function digitsOf(text: string): string {
  const mantissa = text.split(/[eE]/, 1)[0] ?? ''
  return mantissa.replaceAll(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '')
}

const colon = 58
const point = 46

/** The last parsed day, such as `20140605`; consecutive rows of a file often have the same day. */
export type DayCache = { day: number; ms: number }

/** Parses `2014-06-05T08:15:00.000Z`, our files' format, to ms without a Date object; -1 for any other format. */
export function parseUtcStamp(text: string, start: number, end: number, cache: DayCache): number {
  if (end - start !== 24 || text.charCodeAt(end - 1) !== 90 || text.charCodeAt(start + 10) !== 84) return -1
  const day = dayNumber(text, start)
  if (day < 0) return -1
  if (day !== cache.day) {
    const date = text.slice(start, start + 10)
    const ms = Date.parse(`${date}T00:00:00Z`)
    if (!Number.isFinite(ms) || new Date(ms).toISOString().slice(0, 10) !== date) return -1
    cache.day = day
    cache.ms = ms
  }
  const isTimed = text.charCodeAt(start + 13) === colon && text.charCodeAt(start + 16) === colon
  if (!isTimed || text.charCodeAt(start + 19) !== point) return -1
  const hour = twoDigits(text, start + 11)
  const minute = twoDigits(text, start + 14)
  const second = twoDigits(text, start + 17)
  const hundred = text.charCodeAt(start + 20) - 48
  const rest = twoDigits(text, start + 21)
  const isDigits = hour >= 0 && minute >= 0 && second >= 0 && hundred >= 0 && hundred <= 9 && rest >= 0
  if (!isDigits || hour > 23 || minute > 59 || second > 59) return -1
  const ms = hundred * 100 + rest
  return cache.ms + ((hour * 60 + minute) * 60 + second) * 1000 + ms
}

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48
  const ones = text.charCodeAt(at + 1) - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1
}

/** `2014-06-05` → 20140605; -1 for other text. */
function dayNumber(text: string, start: number): number {
  let value = 0
  for (let at = 0; at < 10; at += 1) {
    const digit = text.charCodeAt(start + at) - 48
    if (at === 4 || at === 7) {
      if (digit !== -3) return -1
    } else if (digit < 0 || digit > 9) return -1
    else value = value * 10 + digit
  }
  return value
}
