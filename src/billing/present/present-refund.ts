import type { WireRefund } from '#src/contract/account/credit.ts'
import { formatMicro } from '#src/contract/money.ts'
import type { Platform } from '#src/platform/platform.ts'
import { networksOf, shownAddress } from '../chains/network.ts'
import type { Refund } from '../refunds/refund.ts'
import { presentTransaction } from './present-transaction.ts'

export function presentRefund({ settings }: Platform, refund: Refund): WireRefund {
  const network = networksOf(settings).find(({ code }) => code === refund.network)
  return {
    id: refund.id,
    status: refund.status,
    network: refund.network,
    chainName: network?.chainName ?? refund.network,
    address: shownAddress(settings, refund.network, refund.address),
    amount: formatMicro(refund.micro),
    requestedAt: refund.requestedAt,
    closedAt: refund.closedAt,
    reason: refund.reason,
    transaction: refund.txHash === null ? null : presentTransaction(network ?? null, refund.network, refund.txHash),
  }
}
