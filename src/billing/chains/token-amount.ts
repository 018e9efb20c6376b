import { type Micro, microPerCent } from '#src/contract/money.ts'

const microDecimals = 6

/**
 * A contract's units as micro-USDT. Fractions below a micro of tokens with more than six decimals stay on their address and are
 * nobody's credit; a transfer of nothing else is no payment.
 */
export function microOf(units: bigint, decimals: number): Micro {
  return decimals >= microDecimals
    ? units / 10n ** BigInt(decimals - microDecimals)
    : units * 10n ** BigInt(microDecimals - decimals)
}

/** An amount in a contract's units; a contract with fewer decimals rounds down. */
export function unitsOf(micro: Micro, decimals: number): bigint {
  return decimals >= microDecimals
    ? micro * 10n ** BigInt(decimals - microDecimals)
    : micro / 10n ** BigInt(microDecimals - decimals)
}

/** The excess of an address's balance over its transfers that rounding explains. A cent is ten thousand such losses. */
export function roundingSlack(decimals: number): Micro {
  return decimals > microDecimals ? microPerCent : 0n
}
