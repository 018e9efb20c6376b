/**
 * A number with its thousands apart, as all our languages write it: `1234.5` → `1,234.5`. The browser's own formatter would
 * say the same, but keeps a phone busy when it is first asked.
 */
export function grouped(value: number | string): string {
  return String(value).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',')
}
