import { contactOf } from '#src/accounts/sessions/profile.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { networksOf, shownAddress } from '../chains/network.ts'
import { balanceOf } from '../order/ledger-store.ts'
import { mailAboutCredit } from '../settlement/credit-mail.ts'
import type { Refund } from './refund.ts'

type RefundNotice =
  | { kind: 'requested' | 'approved' }
  | { kind: 'refused'; reason: string }
  | { kind: 'paid'; txHash: string }

export async function mailAboutRefund(ctx: Platform, tx: Tx, refund: Refund, notice: RefundNotice): Promise<void> {
  const contact = await contactOf(tx, refund.accountId)
  if (!contact) return
  const network = networksOf(ctx.settings).find(({ code }) => code === refund.network)
  const mailed = {
    id: refund.id,
    micro: refund.micro,
    network: network ? `${network.code} · ${network.chainName}` : refund.network,
    address: shownAddress(ctx.settings, refund.network, refund.address),
  }
  if (notice.kind === 'refused') {
    const left = await balanceOf(tx, refund.accountId)
    return mailAboutCredit(ctx, tx, contact, { ...notice, refund: mailed, left })
  }
  await mailAboutCredit(ctx, tx, contact, { ...notice, refund: mailed })
}
