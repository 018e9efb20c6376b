import type { WireOrder } from '#src/contract/account/billing.ts'
import { formatMicro, parseMicro } from '#src/contract/money.ts'
import { grouped } from '../../ui/grouped.ts'

/**
 * Thousands separators and at least two decimals: `1234.5` → `1,234.50`. Keeps further digits. Any other text, such as
 * a negative amount, becomes `0.00`.
 */
export function money(amount: string): string {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(amount)
  if (!match) return '0.00'
  const whole = grouped(match[1] ?? '0')
  return `${whole}.${(match[2] ?? '').padEnd(2, '0')}`
}

/** Formats a deducted amount: `−143.28`, or `0.00` for zero. */
export function less(amount: string): string {
  const shown = money(amount)
  return shown === '0.00' ? shown : `−${shown}`
}

/** The discount without the coupon. `discount` includes the coupon's amount, which has a separate line. */
export function discountBeside(discount: string, coupon: { amount: string } | null): string {
  return formatMicro((parseMicro(discount) ?? 0n) - (parseMicro(coupon?.amount ?? '0') ?? 0n))
}

/** The part of the received amount that exceeds the amount due. Zero until all payments are final. */
export function overpaid({ received, payable, transactions }: WireOrder): string {
  if (transactions.some(({ final }) => !final)) return formatMicro(0n)
  const over = (parseMicro(received) ?? 0n) - (parseMicro(payable) ?? 0n)
  return formatMicro(over > 0n ? over : 0n)
}

/** Formats a change of credit: `+5.00`, `−79.20`. */
export function signed(amount: string): string {
  return amount.startsWith('-') ? `−${money(amount.slice(1))}` : `+${money(amount)}`
}

export function groupsOf(address: string): string[] {
  return address.match(/.{1,4}/g) ?? []
}

/** The minutes to announce: in steps of five minutes, then each of the last five minutes. */
export function minutesSpoken(ms: number): number {
  const minutes = Math.floor(Math.max(0, ms) / 60_000)
  return minutes >= 5 ? Math.ceil(minutes / 5) * 5 : minutes
}
