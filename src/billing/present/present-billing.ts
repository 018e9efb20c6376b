import type { Billing } from '#src/contract/account/credit.ts'
import { refuse } from '#src/contract/errors.ts'
import { currency, formatMicro } from '#src/contract/money.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type Network, networksOf } from '../chains/network.ts'
import { type CreditEntry, creditHistory, creditOf, paidCredit } from '../order/ledger-store.ts'
import { billingDetailsOf } from '../papers/details-store.ts'
import { refundMin } from '../refunds/refund.ts'
import { refundsOf } from '../refunds/refund-store.ts'
import { presentRefund } from './present-refund.ts'
import { presentTransaction } from './present-transaction.ts'

const refundsShown = 20
const entriesShown = 20

export async function presentBilling(
  ctx: Platform,
  { accountId }: AccountActor,
  { after }: { after?: string | undefined },
): Promise<Billing> {
  const { db } = ctx.postgres
  const networks = networksOf(ctx.settings)
  const entries = await creditHistory(db, accountId, { before: cursorOf(after), limit: entriesShown + 1 })
  const content = entries.slice(0, entriesShown)
  const credit = await creditOf(db, accountId)
  const refunds = await refundsOf(db, accountId, refundsShown)
  return {
    credit: formatMicro(credit.micro),
    paidCredit: formatMicro(paidCredit(credit)),
    promotionalCredit: formatMicro(credit.promotional),
    currency,
    refundMin: formatMicro(refundMin),
    networks: networks.map(({ code, chainName }) => ({ code, chainName })),
    entries: {
      content: content.map((entry) => presentEntry(networks, entry)),
      next: entries.length > entriesShown ? `${content.at(-1)?.position}` : null,
    },
    refunds: refunds.map((refund) => presentRefund(ctx, refund)),
    details: await billingDetailsOf(db, accountId),
  }
}

function presentEntry(networks: readonly Network[], entry: CreditEntry): Billing['entries']['content'][number] {
  const { at, kind, micro, balance, orderNo, note, txHash, network } = entry
  const on = networks.find(({ code }) => code === network) ?? null
  return {
    at,
    kind,
    amount: formatMicro(micro),
    balance: formatMicro(balance),
    orderNo,
    note,
    transaction: txHash === null ? null : presentTransaction(on, network ?? '', txHash),
  }
}

/** Entries are counted per account, so that their positions reveal nothing about other accounts. */
function cursorOf(after: string | undefined): number | null {
  if (after === undefined) return null
  if (!/^[1-9]\d{0,8}$/.test(after)) throw refuse('invalid_cursor', { param: 'after' })
  return Number(after)
}
