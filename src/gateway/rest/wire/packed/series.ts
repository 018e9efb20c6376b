/** A long series of numbers. Binary formats keep this column order; `t` is a time, columns of `textColumns` are text. */
export type Series = { rows: readonly Readonly<Record<string, unknown>>[]; columns: readonly string[] }

export const textColumns: ReadonlySet<string> = new Set(['source'])
