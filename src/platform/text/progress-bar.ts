const width = 20

/** `[##########··········] 50 %`. `fraction`: 0 to 1; values beyond are cut, and NaN, as of nothing, counts as 0. */
export function progressBar(fraction: number): string {
  const done = Math.min(1, Math.max(0, fraction || 0))
  return `[${'#'.repeat(Math.round(done * width)).padEnd(width, '·')}] ${Math.round(done * 100)} %`
}
