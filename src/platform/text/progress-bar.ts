const width = 20

/**
 * `[##########··········] 50 %`. `fraction`: 0 to 1; other values are limited to this range, and NaN (0 of 0) counts as
 * 0.
 */
export function progressBar(fraction: number): string {
  const done = Math.min(1, Math.max(0, fraction || 0))
  return `[${'#'.repeat(Math.round(done * width)).padEnd(width, '·')}] ${Math.round(done * 100)} %`
}
