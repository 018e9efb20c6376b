/** Thrown when another writer has changed the mark; nothing was appended. */
export class MarkMoved extends Error {
  readonly found: string

  constructor(name: string, found: string) {
    super(`another writer has moved the mark of ${name}`)
    this.name = 'MarkMoved'
    this.found = found
  }
}
