/** The place after which a page goes on, newest first: the time of the last row in ms, and its id. */
export type Cursor = { at: number; id: string }

/** `1763653327123-42`; `readCursor` reads it again. */
export function cursorText({ at, id }: Cursor): string {
  return `${at}-${id}`
}

export function readCursor(text: string): Cursor | null {
  const [, at, id] = /^(\d{1,14})-([\dA-Za-z-]{1,40})$/.exec(text) ?? []
  return at && id ? { at: Number(at), id } : null
}

/** The rows of a page out of one row more than it has, and where the next page begins; null at the end. */
export function pageOf<T>(rows: readonly T[], limit: number, cursorOf: (row: T) => Cursor): Paged<T> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, next: rows.length > limit && last ? cursorOf(last) : null }
}

export type Paged<T> = { rows: T[]; next: Cursor | null }
