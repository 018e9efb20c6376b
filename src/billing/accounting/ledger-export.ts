import { sql } from 'kysely'
import type { LedgerKind } from '#src/contract/account/credit.ts'
import { formatMicro } from '#src/contract/money.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { csvLine } from './csv.ts'

/** From `from` on, before `to`; ms. */
export type Span = { from: number; to: number }

type Row = {
  id: bigint
  account_id: string
  kind: LedgerKind
  micro: string
  opening: string
  order_no: string | null
  refund_id: string | null
  network: string | null
  tx_hash: string | null
  note: string | null
  created_at: Date
}

const rowsPerRead = 1_000

/** Every booking of a span in book order, each with the customer's credit after it, as CSV lines. */
export async function* exportLedger(ctx: Platform, actor: Actor, { from, to }: Span): AsyncGenerator<string> {
  await requireStaff(ctx, actor, 'payments.export')
  const { db } = ctx.postgres
  yield 'id,time,account,kind,amount,balance,order,refund,network,transaction,note'
  const balances = new Map<string, bigint>()
  for (let after = 0n; ; ) {
    const { rows } = await sql<Row>`select id, account_id, kind, micro::text as micro, order_no, refund_id, network,
        tx_hash, note, created_at
      from ledger_entry where id > ${after} and created_at >= ${new Date(from)} and created_at < ${new Date(to)}
      order by id limit ${rowsPerRead}`.execute(db)
    const unknown = rows.filter(({ account_id }) => !balances.has(account_id))
    for (const [account, micro] of await openings(db, unknown)) balances.set(account, micro)
    for (const row of rows) {
      const balance = (balances.get(row.account_id) ?? 0n) + BigInt(row.micro)
      balances.set(row.account_id, balance)
      yield csvLine([
        String(row.id),
        row.created_at.toISOString(),
        row.account_id,
        row.kind,
        formatMicro(BigInt(row.micro)),
        formatMicro(balance),
        row.order_no,
        row.refund_id,
        row.network,
        row.tx_hash,
        row.note,
      ])
    }
    if (rows.length < rowsPerRead) return
    after = rows.at(-1)?.id ?? after
  }
}

/** The credit of each account before the first of its rows. */
async function openings(db: Platform['postgres']['db'], rows: readonly Row[]): Promise<Map<string, bigint>> {
  const firsts = new Map<string, bigint>()
  for (const row of rows) if (!firsts.has(row.account_id)) firsts.set(row.account_id, row.id)
  if (firsts.size === 0) return new Map()
  const { rows: sums } = await sql<{ account_id: string; micro: string }>`
    select e.account_id, sum(e.micro)::text as micro
    from unnest(${[...firsts.keys()]}::text[], ${[...firsts.values()].map(String)}::bigint[]) as f (account_id, id)
      join ledger_entry e on e.account_id = f.account_id and e.id < f.id
    group by e.account_id`.execute(db)
  return new Map(sums.map((row) => [row.account_id, BigInt(row.micro)]))
}
