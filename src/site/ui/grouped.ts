/** `1234.5` → `1,234.5`, as all our languages write it. The browser's formatter keeps a phone busy at its first use. */
export function grouped(value: number | string): string {
  return String(value).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',')
}

export function shownPrice(price: number, decimals: number): string {
  return grouped(price.toFixed(decimals))
}
