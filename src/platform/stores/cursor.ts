/** The end of a page: the time of its last row in ms, and the row's id. */
export type Cursor = { at: number; id: string }

export function cursorText({ at, id }: Cursor): string {
  return `${at}-${id}`
}

export function readCursor(text: string): Cursor | null {
  const [, at, id] = /^(\d{1,14})-([\dA-Za-z-]{1,40})$/.exec(text) ?? []
  return at && id ? { at: Number(at), id } : null
}

/** A page from `rows`, which has up to `limit` + 1 rows. `next`: the next page's cursor; null at the end. */
export function pageOf<T>(rows: readonly T[], limit: number, cursorOf: (row: T) => Cursor): Paged<T> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, next: rows.length > limit && last ? cursorOf(last) : null }
}

export type Paged<T> = { rows: T[]; next: Cursor | null }
