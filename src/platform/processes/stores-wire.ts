import type { TapeBatch, TapeOffset, TapeRecord, WriterMark } from '../platform.ts'

type RateLimit = { limit: number; windowMs: number; cost?: number }

export type StoresCall =
  | { op: 'bounds'; channel: string }
  | { op: 'state'; channel: string; at: number }
  | { op: 'follow'; channel: string; from: TapeOffset | 'oldest' }
  | { op: 'append'; channel: string; records: readonly TapeRecord[]; mark: WriterMark | null }
  | { op: 'mark'; channel: string; name: string }
  | { op: 'ask'; name: string; input: unknown }

export const counterProtocol = 'tapewire-counters'

/** A line in each direction: `[id, call]`, `[id, result]` or `[id, null, failure]`. `limit` null: without limit. */
export type CounterCall =
  | { op: 'ping' }
  | { op: 'take'; key: string; rateLimit: RateLimit }
  | { op: 'peek'; key: string; rateLimit: RateLimit }
  | { op: 'clear'; key: string }
  | { op: 'acquire'; owner: string; names: readonly string[]; limit: number | null }
  | { op: 'release'; owner: string; names: readonly string[] }

type Line = { gap: [from: TapeOffset, to: string] } | { entries: [string, number, string, number, unknown][] }

/** Field names are left out: they would be two thirds of the bytes. */
export function toLine(batch: TapeBatch): string {
  const line: Line =
    batch.kind === 'gap'
      ? { gap: [batch.from, batch.to] }
      : { entries: batch.entries.map(({ offset, at, lane, seq, event }) => [offset, at, lane, seq, event]) }
  return JSON.stringify(line)
}

export function fromLine(text: string): TapeBatch {
  const line: Line = JSON.parse(text)
  if ('gap' in line) return { kind: 'gap', from: line.gap[0], to: line.gap[1] }
  return {
    kind: 'entries',
    entries: line.entries.map(([offset, at, lane, seq, event]) => ({ offset, at, lane, seq, event })),
  }
}
