import type { AssetClass } from '#src/contract/market.ts'
import { escapeHtml } from '#src/platform/http/escape-html.ts'

/** Background colours of monograms: muted, and dark enough for white letters (contrast of at least 4.5). */
const grounds = ['#2F4B7C', '#5B3F8C', '#8A3B5C', '#8C4A2F', '#6B5A1E', '#2F6B4F', '#1F6470', '#4D535C'] as const
const signs: Readonly<Record<string, string>> = {
  USD: '$',
  EUR: '€',
  GBP: '£',
  JPY: '¥',
  CNY: '¥',
  CNH: '¥',
  HKD: 'HK$',
  AUD: 'A$',
  CAD: 'C$',
  NZD: 'NZ$',
  SGD: 'S$',
  CHF: '₣',
  INR: '₹',
  KRW: '₩',
  TRY: '₺',
  RUB: '₽',
  BTC: '₿',
  ETH: 'Ξ',
  USDT: '₮',
  XAU: 'Au',
  XAG: 'Ag',
}
const classMarks: Readonly<Record<AssetClass, string>> = {
  stock: '<path d="M10 40V26h8v14zM22 40V12h8v28zM34 40V20h8v20z" fill="#fff"/>',
  indices:
    '<path d="M8 36l10-12 8 7 14-19" fill="none" stroke="#fff" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"/>',
  forex:
    '<path d="M10 20h26l-7-7M42 32H16l7 7" fill="none" stroke="#fff" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"/>',
  crypto:
    '<path d="M26 8l14 8v16l-14 8-14-8V16z" fill="none" stroke="#fff" stroke-width="4" stroke-linejoin="round"/><circle cx="26" cy="24" r="4" fill="#9AA1AC"/>',
  future:
    '<path d="M26 10v14l10 6" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/><circle cx="26" cy="26" r="17" fill="none" stroke="#fff" stroke-width="4"/>',
  fund: '<path d="M26 9a17 17 0 1 1-17 17h17z" fill="#fff"/><path d="M21 9v12H9A17 17 0 0 1 21 9z" fill="#9AA1AC"/>',
}

/** The monogram of a logo id: `stock-us-aapl` → AA, `currency-btc` → ₿. */
export function monogram(logoid: string): string {
  const [kind = '', ...rest] = logoid.split('-')
  const isCurrency = kind === 'currency'
  const code = (isCurrency ? rest.join('-') : rest.slice(1).join('-') || kind).toUpperCase()
  const letters = isCurrency ? (signs[code] ?? code.slice(0, 3)) : initials(code)
  return lettersOn(letters, logoid, isCurrency)
}

export function exchangeMark(exchange: string): string {
  return lettersOn(exchange.slice(0, 3).toUpperCase(), `exchange-${exchange}`, false)
}

/** The icon of one of the six asset classes, for rows that show the class instead of an exchange or logo. */
export function classMark(assetClass: AssetClass): string {
  return svg(52, 52, `<rect width="52" height="52" rx="10" fill="#14161A"/>${classMarks[assetClass]}`)
}

export function svg(width: number, height: number, inside: string, shown?: number): string {
  const size = shown === undefined ? '' : ` width="${shown}" height="${(shown * height) / width}"`
  return `<svg xmlns="http://www.w3.org/2000/svg"${size} viewBox="0 0 ${width} ${height}">${inside}</svg>`
}

function initials(code: string): string {
  return /^\d+$/.test(code) ? code.slice(-3) : code.slice(0, 2)
}

function lettersOn(letters: string, seed: string, round: boolean): string {
  const ground = grounds[hash(seed) % grounds.length]
  const size = letters.length > 2 ? 17 : letters.length > 1 ? 22 : 28
  const text = `<text x="26" y="27" fill="#fff" font-family="IBM Plex Mono,ui-monospace,Menlo,monospace" font-size="${size}" font-weight="600" text-anchor="middle" dominant-baseline="central">${escapeHtml(letters)}</text>`
  return svg(52, 52, `<rect width="52" height="52" rx="${round ? 26 : 10}" fill="${ground}"/>${text}`)
}

function hash(text: string): number {
  let value = 2166136261
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 16777619)
  return value >>> 0
}
