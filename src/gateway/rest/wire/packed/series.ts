/** A long series of numbers. Binary formats keep this column order; `t` is a time. */
export type Series = { rows: readonly Readonly<Record<string, unknown>>[]; columns: readonly string[] }
