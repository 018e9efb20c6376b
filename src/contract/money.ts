/** Money in whole micro-USDT (10⁻⁶), everywhere in the product. On the wire it is a decimal string. */
export type Micro = bigint

export const microPerUnit = 1_000_000n
export const microPerCent = 10_000n

/** The currency of every price and order. */
export const currency = 'USDT'

/** `282150000n` → `"282.15"`: at least two decimals, at most six, never an exponent. */
export function formatMicro(amount: Micro): string {
  const sign = amount < 0n ? '-' : ''
  const size = amount < 0n ? -amount : amount
  const decimals = String(size % microPerUnit).padStart(6, '0')
  return `${sign}${size / microPerUnit}.${decimals.replace(/0{1,4}$/, '')}`
}

/** `"282.15"` → `282150000n`; null unless it is a plain non-negative decimal with at most six places. */
export function parseMicro(text: string): Micro | null {
  const match = /^(\d{1,30})(?:\.(\d{1,6}))?$/.exec(text)
  if (!match) return null
  return BigInt(match[1] ?? '0') * microPerUnit + BigInt((match[2] ?? '').padEnd(6, '0'))
}

/** Rounds up to the next whole cent, so that an amount shown with two decimals is the amount owed. */
export function ceilToCent(amount: Micro): Micro {
  const rest = amount % microPerCent
  return rest > 0n ? amount - rest + microPerCent : amount - rest
}

/** Rounds a non-negative amount down to a whole cent. */
export function floorToCent(amount: Micro): Micro {
  return amount - (amount % microPerCent)
}
