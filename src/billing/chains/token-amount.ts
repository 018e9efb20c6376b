import { type Micro, microPerCent } from '#src/contract/money.ts'

const microDecimals = 6

/**
 * What a contract counts, as micro-USDT. A token with more decimals than six loses what is below a micro: it stays on its
 * address, is nobody's credit, and a transfer of nothing else is no payment.
 */
export function microOf(units: bigint, decimals: number): Micro {
  return decimals >= microDecimals
    ? units / 10n ** BigInt(decimals - microDecimals)
    : units * 10n ** BigInt(microDecimals - decimals)
}

/** What the contract counts for an amount; a contract with fewer decimals counts what is whole there. */
export function unitsOf(micro: Micro, decimals: number): bigint {
  return decimals >= microDecimals
    ? micro * 10n ** BigInt(decimals - microDecimals)
    : micro / 10n ** BigInt(microDecimals - decimals)
}

/**
 * By how much the balance of an address may exceed its transfers without one missing: what each of them lost below a micro.
 * A cent is ten thousand such losses.
 */
export function roundingSlack(decimals: number): Micro {
  return decimals > microDecimals ? microPerCent : 0n
}
