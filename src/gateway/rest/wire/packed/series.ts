/** A long series of numbers: what becomes of it in bytes has the columns in this order, `t` as a time. */
export type Series = { rows: readonly Readonly<Record<string, unknown>>[]; columns: readonly string[] }
