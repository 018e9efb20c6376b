import type { Micro } from '#src/contract/money.ts'
import type { Address20 } from '../chains/address.ts'
import type { NetworkCode } from '../chains/network.ts'

/**
 *   requested ──► approved ──► paid
 *      │  │           │
 *      │  └─► refused ◄┘
 *      └────► withdrawn (by the customer)
 */
export type RefundStatus = 'requested' | 'approved' | 'paid' | 'refused' | 'withdrawn'

/** A request to send credit back. Times in ms. */
export type Refund = {
  id: string
  accountId: string
  network: NetworkCode
  address: Address20
  micro: Micro
  status: RefundStatus
  requestedAt: number
  approvedAt: number | null
  closedAt: number | null
  reason: string | null
  txHash: string | null
  /** Whether the chain showed the transfer; false: only the operator's statement; null: no transfer yet. */
  proven: boolean | null
}

/** The smallest refund: less is hardly worth the network fee. */
export const refundMin: Micro = 5_000_000n

const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

export function refundNumber(int: (max: number) => number): string {
  return `R-${Array.from({ length: 8 }, () => alphabet[int(alphabet.length)]).join('')}`
}
