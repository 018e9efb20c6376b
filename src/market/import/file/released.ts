import type { RefusedLine } from './quarantine.ts'

/**
 * Refused rows that are imported again. `lines`: their original line numbers, in the order of the new file, which
 * begins with a line of column names if `head` is set. Rows that are refused again are passed to `refused` with their
 * original numbers.
 */
export type ReleasedRows = {
  importId: string
  head: string
  lines: readonly number[]
  refused(rows: readonly RefusedLine[]): void
}

export function originOf({ head, lines }: ReleasedRows, line: number): number {
  return lines[line - (head === '' ? 1 : 2)] ?? line
}
