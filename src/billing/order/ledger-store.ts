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

/** Appends one entry and updates the balance. False when it was posted before. Throws when a balance would fall below zero. */
export async function post(ctx: Platform, tx: Tx, entry: LedgerEntry): Promise<boolean> {
  if (entry.micro === 0n) return false
  const inserted = await sql`
    insert into ledger_entry (account_id, kind, micro, order_no, refund_id, network, tx_hash, note, idem, created_at)
    values (${entry.accountId}, ${entry.kind}, ${entry.micro.toString()}::numeric, ${entry.orderNo ?? null},
      ${entry.refundId ?? null}, ${entry.network ?? null}, ${entry.txHash ?? null}, ${entry.note ?? null}, ${entry.idem},
      ${new Date(ctx.clock.now())})
    on conflict (idem) do nothing returning id`.execute(tx)
  if (inserted.rows.length === 0) return false
  const amount = entry.micro.toString()
  if (entry.micro > 0n) {
    await sql`insert into ledger_balance (account_id, micro) values (${entry.accountId}, ${amount}::numeric)
      on conflict (account_id) do update set micro = ledger_balance.micro + excluded.micro`.execute(tx)
    return true
  }
  const moved = await sql`update ledger_balance set micro = micro + ${amount}::numeric
    where account_id = ${entry.accountId} and micro + ${amount}::numeric >= 0 returning 1`.execute(tx)
  if (moved.rows.length === 0) throw new Error(`the balance of account ${entry.accountId} does not cover ${entry.idem}`)
  return true
}

export async function balanceOf(db: Db | Tx, accountId: string): Promise<Micro> {
  const rows = await sql<{ micro: string }>`
    select micro::text as micro from ledger_balance where account_id = ${accountId}`.execute(db)
  return BigInt(rows.rows[0]?.micro ?? '0')
}

/** The balance, locked until the transaction ends, so that no other transaction spends it. */
export async function lockBalance(tx: Tx, accountId: string): Promise<Micro> {
  await sql`insert into ledger_balance (account_id, micro) values (${accountId}, 0) on conflict do nothing`.execute(tx)
  const rows = await sql<{ micro: string }>`
    select micro::text as micro from ledger_balance where account_id = ${accountId} for update`.execute(tx)
  return BigInt(rows.rows[0]?.micro ?? '0')
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

/** The credit history below position `before`, newest first. A paid refund is one entry, without its reservation. */
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
    from (select account_id, sum(micro) as micro from ledger_entry group by account_id) e
    full join ledger_balance b on b.account_id = e.account_id
    where coalesce(e.micro, 0) <> coalesce(b.micro, 0)`.execute(db)
  return rows.rows.map((row) => row.account_id)
}
