import { type Micro, microPerCent } from '#src/contract/money.ts'

const microDecimals = 6

/**
 * Converts a contract's units to micro-USDT, rounded down. If the token has more than six decimals, the rest below one
 * micro stays on the address and credits nobody. A transfer of less than one micro is no payment.
 */
export function microOf(units: bigint, decimals: number): Micro {
  return decimals >= microDecimals
    ? units / 10n ** BigInt(decimals - microDecimals)
    : units * 10n ** BigInt(microDecimals - decimals)
}

/** Converts micro-USDT to a contract's units, rounded down if the token has fewer than six decimals. */
export function unitsOf(micro: Micro, decimals: number): bigint {
  return decimals >= microDecimals
    ? micro * 10n ** BigInt(decimals - microDecimals)
    : micro / 10n ** BigInt(microDecimals - decimals)
}

/** Formats without rounding: 10^17 with 18 decimals is `0.1`. */
export function formatUnits(value: bigint, decimals: number): string {
  if (decimals === 0) return value.toString()
  const digits = value.toString().padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '')
}

/**
 * The largest excess of a balance over its transfers that rounding can explain. A cent covers ten thousand roundings.
 */
export function roundingSlack(decimals: number): Micro {
  return decimals > microDecimals ? microPerCent : 0n
}
