/**
 * A long series of numbers. Binary formats keep this order of columns. `t` is a time, and the columns in `textColumns`
 * are text.
 */
export type Series = { rows: readonly Readonly<Record<string, unknown>>[]; columns: readonly string[] }

export const textColumns: ReadonlySet<string> = new Set(['source'])
