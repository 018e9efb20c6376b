import { contactByEmail } from '#src/accounts/sessions/profile.ts'
import { lockForDecision } from '#src/accounts/sessions/staff-decision.ts'
import { refuse } from '#src/contract/errors.ts'
import { formatMicro, type Micro } from '#src/contract/money.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { authorize } from '#src/staff/authority/authority.ts'
import { orWait } from '#src/staff/authority/or-wait.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { type Address20, parseAddress } from '../chains/address.ts'
import { type Network, networksOf } from '../chains/network.ts'
import { readHash } from '../networks/questions.ts'
import { lockBalance, lockPaidCredit, post } from '../order/ledger-store.ts'
import { issueRefundNote } from '../papers/papers.ts'
import { readWords, type Words } from '../settlement/credit.ts'
import { notedRefund, paysRequest } from './refund-store.ts'

/** `version`: the version of the customer's page that the person read (`lockForDecision`); null skips the check. */
export type NotedRefund = Words & {
  email: string
  version: number | null
  micro: Micro
  to: string
  txHash: string
}

/**
 * Records a refund that the operator sent without a request in the account. The operator must send to an address that
 * the customer named, not to the payer's address. A transfer is recorded once, here or as the payment of a request. The
 * amount counts for the limit of the day.
 */
export async function noteRefund(ctx: Platform, actor: Actor, refund: NotedRefund): Promise<{ left: Micro }> {
  const by = await requireStaff(ctx, actor, 'ledger.refund')
  const txHash = readHash(refund.txHash.trim())
  const { network, address } = readRecipient(ctx, refund.to)
  const { micro } = refund
  const to = refund.to.trim()
  const words = { reason: readWords('reason', refund.reason), note: readWords('note', refund.note) }
  return orWait(ctx, async (tx) => {
    const contact = await contactByEmail(tx, refund.email)
    if (!contact) throw refuse('email_unknown')
    await lockForDecision(tx, contact.id, refund.version)
    const balance = await lockBalance(tx, contact.id)
    if (micro <= 0n) throw refuse('invalid_parameter', { param: 'amount' })
    const paid = await lockPaidCredit(tx, contact.id)
    if (micro > paid) throw refuse('refund_exceeds_paid', { param: 'amount', values: { max: formatMicro(paid) } })
    const transfer = { network: network.code, hash: txHash, address }
    if (await paysRequest(tx, transfer, null)) throw refuse('conflict')
    const input = { micro: `${micro}`, to, txHash, ...words }
    const act = { verb: 'ledger.refund', subject: contact.id, input, value: micro, receiver: contact.id } as const
    const authority = await authorize(ctx, tx, by, act)
    if (authority.waits) return authority
    const posted = await post(ctx, tx, {
      accountId: contact.id,
      kind: 'refund',
      micro: -micro,
      network: network.code,
      txHash,
      note: words.reason === '' ? `to ${to}` : `to ${to}: ${words.reason}`,
      idem: notedRefund(transfer),
    })
    if (!posted) throw refuse('conflict')
    const { approval } = authority
    await ctx.postgres.audit(tx, by, 'ledger.refund', contact.id, { micro: `${micro}`, txHash, ...words, approval })
    const payment = { network: network.code, hash: txHash, micro }
    await issueRefundNote(ctx, tx, { accountId: contact.id, refundId: null, micro, payment })
    return { left: balance - micro }
  })
}

/** Reads an address. If its form fits several networks, the name of the network must precede it: `POLYGON:0x…`. */
function readRecipient(ctx: Platform, text: string): { network: Network; address: Address20 } {
  const [, code, plain = ''] = /^(?:(\w+):)?(.*)$/.exec(text.trim()) ?? []
  const fitting = networksOf(ctx.settings).flatMap((network) => {
    const address = code === undefined || code === network.code ? parseAddress(plain, network.addressFormat) : null
    return address ? [{ network, address }] : []
  })
  const [only] = fitting
  if (!only || fitting.length > 1) throw refuse('invalid_parameter', { param: 'to' })
  return only
}
