import type { AssetClass } from '#src/contract/market.ts'

/** Sizes in px in which a logo is served. */
export const logoSizes = [16, 24, 32, 48, 64, 96, 128, 256] as const

/** The value of `logoid`, such as `stock-us-aapl`. `/img/{logoid}.svg` serves the logo as a monogram drawn by us. */
export function instrumentLogoId(id: { class: AssetClass; region: string; code: string }): string {
  return `${id.class}-${id.region}-${id.code}`.toLowerCase().replaceAll(/[^a-z0-9.-]/g, '-')
}

/**
 * The address of a logo on the site's host.
 *
 * @param size px, one of `logoSizes`; without `size` the picture has no fixed size.
 * @throws RangeError 'Invalid size' for any other size.
 */
export function logoUrl(logoid: string, size?: number): string {
  if (size === undefined) return `/img/${logoid}.svg`
  const sizes: readonly number[] = logoSizes
  if (!sizes.includes(size)) throw new RangeError('Invalid size')
  return `/img/${logoid}.svg?size=${size}`
}
