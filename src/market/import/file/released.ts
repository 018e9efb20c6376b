import type { RefusedLine } from './quarantine.ts'

/**
 * Rows that were refused before and are put in again. `lines`: where each stood in its file, in the order of the new one, which
 * has a first line with names if `head` is set. Rows that are refused again are handed to `refused` with these lines.
 */
export type ReleasedRows = {
  importId: string
  head: string
  lines: readonly number[]
  refused(rows: readonly RefusedLine[]): void
}

/** The original line of a row of the file under way. */
export function originOf({ head, lines }: ReleasedRows, line: number): number {
  return lines[line - (head === '' ? 1 : 2)] ?? line
}
