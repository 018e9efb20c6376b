import { sql } from 'kysely'
import type { LedgerKind } from '#src/contract/account/credit.ts'
import type { Micro } from '#src/contract/money.ts'
import type { Db, Platform, Tx } from '#src/platform/platform.ts'

export type LedgerEntry = {
  accountId: string
  kind: LedgerKind
  micro: Micro
  /** Identifies a unique event: the ledger accepts an entry with this text only once. */
  idem: string
  orderNo?: string
  refundId?: string
  network?: string
  txHash?: string
  note?: string
}

/** The credit of an account, and the part of it that is promotional. */
export type Credit = { micro: Micro; promotional: Micro }

/**
 * Appends one entry and updates the balance. Returns false for an amount of 0, and if the entry was posted before.
 * Throws if the balance would fall below zero.
 */
export async function post(ctx: Platform, tx: Tx, entry: LedgerEntry): Promise<boolean> {
  if (entry.micro === 0n) return false
  const promotional = await promotionalPart(tx, entry)
  const [amount, given] = [entry.micro.toString(), promotional.toString()]
  const inserted = await sql`
    insert into ledger_entry (account_id, kind, micro, promotional, order_no, refund_id, network, tx_hash, note, idem,
      created_at)
    values (${entry.accountId}, ${entry.kind}, ${amount}::numeric, ${given}::numeric, ${entry.orderNo ?? null},
      ${entry.refundId ?? null}, ${entry.network ?? null}, ${entry.txHash ?? null}, ${entry.note ?? null}, ${entry.idem},
      ${new Date(ctx.clock.now())})
    on conflict (idem) do nothing returning id`.execute(tx)
  if (inserted.rows.length === 0) return false
  if (entry.micro > 0n) {
    await sql`insert into ledger_balance (account_id, micro, promotional)
      values (${entry.accountId}, ${amount}::numeric, ${given}::numeric)
      on conflict (account_id) do update set micro = ledger_balance.micro + excluded.micro,
        promotional = ledger_balance.promotional + excluded.promotional`.execute(tx)
    return true
  }
  const moved = await sql`update ledger_balance
    set micro = micro + ${amount}::numeric, promotional = promotional + ${given}::numeric
    where account_id = ${entry.accountId} and micro + ${amount}::numeric >= 0 returning 1`.execute(tx)
  if (moved.rows.length === 0) throw new Error(`the balance of account ${entry.accountId} does not cover ${entry.idem}`)
  return true
}

/**
 * The promotional part of an entry. A new order and a deduction by the operator use promotional credit before paid
 * credit. Completing an order or a deal uses paid credit first, since the received money is part of the paid credit. A
 * closed order returns the promotional part that it used. A refund is never promotional.
 */
async function promotionalPart(tx: Tx, { accountId, kind, micro, orderNo }: LedgerEntry): Promise<Micro> {
  switch (kind) {
    case 'goodwill':
      return micro
    case 'credit_return':
      return promotionalOf(tx, orderNo ?? '')
    case 'order_credit':
    case 'correction': {
      const { promotional } = await lockCredit(tx, accountId)
      const isCovered = promotional + micro >= 0n
      if (micro > 0n) return 0n
      return isCovered ? micro : -promotional
    }
    case 'order':
    case 'deal': {
      const credit = await lockCredit(tx, accountId)
      const beyond = -micro - (credit.micro - credit.promotional)
      return beyond > 0n ? -beyond : 0n
    }
    case 'refund':
    case 'refund_hold': {
      const credit = await lockCredit(tx, accountId)
      if (-micro > credit.micro - credit.promotional)
        throw new Error(`the paid credit of account ${accountId} does not cover a refund`)
      return 0n
    }
    case 'deposit':
    case 'adjustment':
    case 'received':
    case 'refund_release':
      return 0n
  }
}

/** The promotional credit that an order uses at present. */
async function promotionalOf(tx: Tx, orderNo: string): Promise<Micro> {
  const rows = await sql<{ micro: string }>`select (-coalesce(sum(promotional), 0))::text as micro from ledger_entry
    where order_no = ${orderNo} and kind in ('order_credit', 'credit_return')`.execute(tx)
  return BigInt(rows.rows[0]?.micro ?? '0')
}

export async function balanceOf(db: Db | Tx, accountId: string): Promise<Micro> {
  return (await creditOf(db, accountId)).micro
}

export async function creditOf(db: Db | Tx, accountId: string): Promise<Credit> {
  const { rows } = await sql<Record<keyof Credit, string>>`select micro::text as micro, promotional::text as promotional
    from ledger_balance where account_id = ${accountId}`.execute(db)
  return toCredit(rows[0])
}

/** Returns the balance and locks it until the transaction ends, so that no other transaction spends it. */
export async function lockBalance(tx: Tx, accountId: string): Promise<Micro> {
  return (await lockCredit(tx, accountId)).micro
}

/** The credit that the customer paid and may get back. The balance is locked as by `lockBalance`. */
export async function lockPaidCredit(tx: Tx, accountId: string): Promise<Micro> {
  return paidCredit(await lockCredit(tx, accountId))
}

export function paidCredit({ micro, promotional }: Credit): Micro {
  return micro - promotional
}

async function lockCredit(tx: Tx, accountId: string): Promise<Credit> {
  await sql`insert into ledger_balance (account_id, micro) values (${accountId}, 0) on conflict do nothing`.execute(tx)
  const { rows } = await sql<Record<keyof Credit, string>>`select micro::text as micro, promotional::text as promotional
    from ledger_balance where account_id = ${accountId} for update`.execute(tx)
  return toCredit(rows[0])
}

function toCredit(row: Record<keyof Credit, string> | undefined): Credit {
  return { micro: BigInt(row?.micro ?? '0'), promotional: BigInt(row?.promotional ?? '0') }
}

export type PostedEntry = {
  at: number
  kind: LedgerKind
  micro: Micro
  orderNo: string | null
  network: string | null
  txHash: string | null
  note: string | null
}

type PostedRow = {
  created_at: Date
  kind: LedgerKind
  micro: string
  order_no: string | null
  network: string | null
  tx_hash: string | null
  note: string | null
}

const postedColumns = sql`created_at, kind, micro::text as micro, order_no, network, tx_hash, note`

export async function entriesOf(db: Db, accountId: string): Promise<PostedEntry[]> {
  const rows = await sql<PostedRow>`
    select ${postedColumns} from ledger_entry where account_id = ${accountId} order by id`.execute(db)
  return rows.rows.map(toPosted)
}

/** `balance`: the credit after the entry; `position`: its number in the account's ledger, from 1. */
export type CreditEntry = PostedEntry & { balance: Micro; position: number }

/**
 * The credit history below position `before`, newest first. A paid refund is one entry; the entries that reserved and
 * released its amount are left out.
 */
export async function creditHistory(
  db: Db,
  accountId: string,
  { before, limit }: { before: number | null; limit: number | null },
): Promise<CreditEntry[]> {
  const { rows } = await sql<PostedRow & { balance: string; place: bigint }>`
    with own as (select *, row_number() over (order by id) as place from ledger_entry where account_id = ${accountId}),
      shown as (select *, sum(micro) over (order by id) as balance from own e
        where not (kind in ('refund_hold', 'refund_release')
          and exists (select 1 from refund_request r where r.id = e.refund_id and r.status = 'paid')))
    select ${postedColumns}, balance::text as balance, place from shown
    where ${before === null ? sql`true` : sql`place < ${before}`}
    order by id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...toPosted(row), balance: BigInt(row.balance), position: Number(row.place) }))
}

function toPosted(row: PostedRow): PostedEntry {
  return {
    at: row.created_at.getTime(),
    kind: row.kind,
    micro: BigInt(row.micro),
    orderNo: row.order_no,
    network: row.network,
    txHash: row.tx_hash,
    note: row.note,
  }
}

/** Accounts whose balance is not the sum of their entries; empty unless the ledger is broken. */
export async function unbalancedAccounts(db: Db): Promise<string[]> {
  const rows = await sql<{ account_id: string }>`
    select coalesce(e.account_id, b.account_id) as account_id
    from (select account_id, sum(micro) as micro, sum(promotional) as promotional from ledger_entry group by account_id) e
    full join ledger_balance b on b.account_id = e.account_id
    where coalesce(e.micro, 0) <> coalesce(b.micro, 0) or coalesce(e.promotional, 0) <> coalesce(b.promotional, 0)`.execute(
    db,
  )
  return rows.rows.map((row) => row.account_id)
}
