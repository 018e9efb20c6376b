import { contactByEmail, contactOf } from '#src/accounts/sessions/profile.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Db, Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { parseAddress } from '../chains/address.ts'
import { shownAddress } from '../chains/network.ts'
import { balanceOf } from '../order/ledger-store.ts'
import { readPaperNumber } from '../papers/paper.ts'
import {
  accountsByTransaction,
  depositsFor,
  entriesFor,
  type FoundDeposit,
  type FoundEntry,
  type FoundOrder,
  ordersFor,
  type PaymentQuery,
  readOrders,
  subjectOfPaper,
} from './find-store.ts'

/** All payment facts that a search text found. Amounts in micro-USDT, times in ms. */
export type Findings = {
  customers: { id: string; email: string | null; credit: bigint }[]
  orders: FoundOrder[]
  deposits: (Omit<FoundDeposit, 'address'> & { address: string })[]
  entries: FoundEntry[]
}

/** Finds payments by e-mail address, order or receipt number, deposit address of any network, or transaction hash. */
export async function findPayments(ctx: Platform, actor: Actor, text: string): Promise<Findings> {
  await requireStaff(ctx, actor, 'payments.find')
  const query = await recognise(ctx, text.trim())
  const { db } = ctx.postgres
  const orderNos = await ordersFor(db, query)
  const orders = await readOrders(db, orderNos)
  const accountIds = await accountsOf(db, query, orders)
  if (accountIds.length === 0) throw refuse('not_found')
  const deposits = await depositsFor(db, query, orderNos)
  return {
    customers: await Promise.all(
      accountIds.map(async (id) => ({
        id,
        email: (await contactOf(db, id))?.email ?? null,
        credit: await balanceOf(db, id),
      })),
    ),
    orders,
    deposits: deposits.map((one) => ({ ...one, address: shownAddress(ctx.settings, one.network, one.address) })),
    entries: await entriesFor(db, query, orderNos),
  }
}

/** The accounts that belong to an order or receipt number, a deposit address or a transaction hash. */
export async function accountsByPayment(ctx: Platform, text: string): Promise<string[]> {
  if (text.includes('@')) return []
  const query = await recognise(ctx, text)
  const { db } = ctx.postgres
  return accountsOf(db, query, await readOrders(db, await ordersFor(db, query)))
}

/** `orders`: the orders that the query found. A refund names its transaction only in the ledger. */
async function accountsOf(db: Db, query: PaymentQuery, orders: readonly { accountId: string }[]): Promise<string[]> {
  if (query.by === 'account') return [query.accountId]
  const booked = query.by === 'transaction' ? await accountsByTransaction(db, query.hash) : []
  return [...new Set([...orders.map(({ accountId }) => accountId), ...booked])]
}

/** Refuses an unknown mail address. */
export async function recognise(ctx: Platform, text: string): Promise<PaymentQuery> {
  const { db } = ctx.postgres
  if (text.includes('@')) {
    const contact = await contactByEmail(db, text)
    if (!contact) throw refuse('email_unknown', { param: 'q' })
    return { by: 'account', accountId: contact.id }
  }
  if (/^(0x)?[0-9a-f]{64}$/i.test(text)) {
    return { by: 'transaction', hash: `0x${text.replace(/^0x/i, '').toLowerCase()}` }
  }
  const address = parseAddress(text, 'evm') ?? parseAddress(text, 'tron')
  if (address) return { by: 'address', address }
  const number = readPaperNumber(text)
  const subject = number && (await subjectOfPaper(db, number))
  if (subject?.orderNo === null) return { by: 'account', accountId: subject.accountId }
  return { by: 'order', orderNo: subject?.orderNo ?? text }
}
