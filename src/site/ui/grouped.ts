/** `1234.5` → `1,234.5`, as in all our languages. The browser's formatter would block a phone at its first use. */
export function grouped(value: number | string): string {
  return String(value).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',')
}

export function shownPrice(price: number, decimals: number): string {
  return grouped(price.toFixed(decimals))
}
