const rangesMax = 200

/** A range of message numbers, both ends included. */
export type Range = [from: number, to: number]

/**
 * The numbers of a producer's received messages, refused messages included: every number up to `last` except the
 * `missing` ranges. The progress is stored as the text of a tape mark: `120`, `120:5-7,9-9`, or `120~1` after one
 * message whose number could not be read.
 */
export class Progress {
  last: number
  /** The range that the last message skipped, or null. */
  gap: Range | null = null
  readonly #missing: Range[]
  #unread: number

  constructor(text: string) {
    const [numbers = '', ranges = ''] = text.split(':', 2)
    const [last = '', unread = ''] = numbers.split('~', 2)
    this.last = Number(last)
    this.#unread = Number(unread)
    this.#missing = ranges === '' ? [] : ranges.split(',').map(toRange)
  }

  get text(): string {
    const unread = this.#unread > 0 ? `~${this.#unread}` : ''
    const ranges = this.#missing.map(([from, to]) => `${from}-${to}`).join(',')
    return `${this.last}${unread}${ranges === '' ? '' : `:${ranges}`}`
  }

  /** Counts a message without a readable number, so that the next gap is one number smaller. */
  skip(): void {
    this.#unread += 1
  }

  /** Whether the message is new. `late`: its number was missing until now. */
  receive(n: number): 'next' | 'late' | 'repeated' {
    this.gap = null
    if (n <= this.last) return this.#fill(n) ? 'late' : 'repeated'
    const from = this.last + 1 + this.#unread
    if (n > from) this.#note([from, n - 1])
    this.#unread = 0
    this.last = n
    return 'next'
  }

  /** Adds a range. When the list is full, the oldest range is dropped; late messages in it then count as repeated. */
  #note(range: Range): void {
    this.gap = range
    this.#missing.push(range)
    if (this.#missing.length > rangesMax) this.#missing.shift()
  }

  #fill(n: number): boolean {
    const at = this.#missing.findIndex(([from, to]) => n >= from && n <= to)
    const range = this.#missing[at]
    if (!range) return false
    const [from, to] = range
    const rest: Range[] = []
    if (from < n) rest.push([from, n - 1])
    if (to > n) rest.push([n + 1, to])
    this.#missing.splice(at, 1, ...rest)
    if (this.#missing.length > rangesMax) this.#missing.shift()
    return true
  }
}

function toRange(text: string): Range {
  const [from, to] = text.split('-').map(Number)
  return [from ?? 0, to ?? 0]
}
