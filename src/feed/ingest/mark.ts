const rangesMax = 200

/** Numbers from…to, both included. */
export type Range = [from: number, to: number]

/**
 * What a producer has on the tape: everything up to `last` but for the ranges that are `missing`. Kept as the text of a tape's mark:
 * `120`, `120:5-7,9-9`, or `120~1` after a message that could not be read, not even its number.
 */
export class Progress {
  last: number
  /** The range that the last message left out; null for none. */
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

  /** A message without a readable number stands for one that would be missing. */
  skip(): void {
    this.#unread += 1
  }

  /** Whether the message is new; `late`: it was missing. */
  receive(n: number): 'next' | 'late' | 'repeated' {
    this.gap = null
    if (n <= this.last) return this.#fill(n) ? 'late' : 'repeated'
    const from = this.last + 1 + this.#unread
    if (n > from) this.#note([from, n - 1])
    this.#unread = 0
    this.last = n
    return 'next'
  }

  /** The oldest ranges are forgotten: what comes of them then counts as repeated. */
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
