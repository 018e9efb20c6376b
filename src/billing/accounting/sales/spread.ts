import type { Micro } from '#src/contract/money.ts'
import { dayMs } from '#src/contract/time.ts'

/**
 * Divides an amount over the UTC months (`2026-01`) of a service period, by the number of its days in each month. The
 * last day is not part of the period, unless it is the only day. The parts add up to the amount.
 */
export function spreadOverMonths(amount: Micro, from: number, to: number): Map<string, Micro> {
  const first = Math.floor(from / dayMs)
  const end = Math.max(first + 1, Math.floor(to / dayMs))
  const parts = new Map<string, Micro>()
  let spent = 0n
  for (let day = first; day < end; ) {
    const at = new Date(day * dayMs)
    const next = Math.min(end, Math.floor(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1) / dayMs))
    const until = (amount * BigInt(next - first)) / BigInt(end - first)
    parts.set(at.toISOString().slice(0, 7), until - spent)
    spent = until
    day = next
  }
  return parts
}
