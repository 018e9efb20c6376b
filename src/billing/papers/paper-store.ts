import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { NewPaper, Paper, PaperNumber, PaperPayment } from './paper.ts'

/**
 * Inserts a paper under the next number of its year. The lock on that year's last number lasts until the transaction
 * ends, so that a transaction that fails uses no number. Call it last.
 */
export async function insertPaper(tx: Tx, paper: NewPaper): Promise<PaperNumber> {
  const { seller, buyer, tax, service, voids } = paper
  const date = (at: number | undefined) => (at === undefined ? null : new Date(at))
  const payments = paper.payments.map(({ micro, ...payment }) => ({ ...payment, micro: `${micro}` }))
  const { rows } = await sql<PaperNumber>`
    with taken as (
      insert into receipt_year (year, last) values (${new Date(paper.issuedAt).getUTCFullYear()}, 1)
      on conflict (year) do update set last = receipt_year.last + 1 returning year, last
    )
    insert into receipt (year, number, kind, account_id, order_no, deal_id, refund_id, issued_at, sold_at,
      seller_name, seller_address, seller_country, seller_tax_id, buyer_name, buyer_address, buyer_country, buyer_tax_id, gross, tax,
      tax_rate, tax_country, reverse_charge, promotional, service_from, service_to, payments, voids_year,
      voids_number)
    select year, last, ${paper.kind}, ${paper.accountId}, ${paper.orderNo}, ${paper.dealId}, ${paper.refundId},
      ${new Date(paper.issuedAt)}, ${new Date(paper.soldAt)}, ${seller.name}, ${seller.address}, ${seller.country}, ${seller.taxId},
      ${buyer.name}, ${buyer.address}, ${buyer.country}, ${buyer.taxId}, ${`${paper.gross}`}::numeric,
      ${`${tax.tax}`}::numeric, ${tax.rate === null ? null : tax.rate / 100}::numeric, ${tax.country},
      ${tax.reverseCharge}, ${`${paper.promotional}`}::numeric,
      ${date(service?.from)}, ${date(service?.to)}, ${JSON.stringify(payments)}::jsonb, ${voids?.year ?? null},
      ${voids?.number ?? null}
    from taken returning year, number`.execute(tx)
  const [number] = rows
  if (!number) throw new Error('no number for a paper')
  return number
}

export async function markVoided(tx: Tx, { year, number }: PaperNumber, at: number): Promise<void> {
  await sql`update receipt set voided_at = ${new Date(at)} where year = ${year} and number = ${number}`.execute(tx)
}

export type PaperRow = {
  year: number
  number: number
  kind: Paper['kind']
  account_id: string
  order_no: string | null
  deal_id: string | null
  refund_id: string | null
  issued_at: Date
  sold_at: Date
  seller_name: string | null
  seller_address: string | null
  seller_country: string | null
  seller_tax_id: string | null
  buyer_name: string | null
  buyer_address: string | null
  buyer_country: string | null
  buyer_tax_id: string | null
  gross: string
  tax: string
  tax_rate: string | null
  tax_country: string | null
  reverse_charge: boolean
  promotional: string
  service_from: Date | null
  service_to: Date | null
  payments: { network: string; hash: string; micro: string }[]
  voids_year: number | null
  voids_number: number | null
  by_year: number | null
  by_number: number | null
}

export const paperColumns = sql`p.year, p.number, p.kind, p.account_id, p.order_no, p.deal_id, p.refund_id, p.issued_at,
  p.sold_at, p.seller_name, p.seller_address, p.seller_country, p.seller_tax_id, p.buyer_name, p.buyer_address, p.buyer_country,
  p.buyer_tax_id, p.gross::text as gross, p.tax::text as tax, p.tax_rate::text as tax_rate, p.tax_country,
  p.reverse_charge, p.promotional::text as promotional, p.service_from, p.service_to,
  p.payments, p.voids_year, p.voids_number, v.year as by_year, v.number as by_number`

const papers = sql`receipt p left join receipt v on v.voids_year = p.year and v.voids_number = p.number`

/** The valid receipt of an order: no credit note cancels it. */
export async function receiptOfOrder(db: Db, orderNo: string): Promise<Paper | null> {
  const { rows } = await sql<PaperRow>`select ${paperColumns} from ${papers}
    where p.order_no = ${orderNo} and p.kind = 'receipt' and p.voided_at is null`.execute(db)
  return rows[0] ? toPaper(rows[0]) : null
}

export async function ownPaper(db: Db, accountId: string, { year, number }: PaperNumber): Promise<Paper | null> {
  const { rows } = await sql<PaperRow>`select ${paperColumns} from ${papers}
    where p.year = ${year} and p.number = ${number} and p.account_id = ${accountId}`.execute(db)
  return rows[0] ? toPaper(rows[0]) : null
}

/** Papers of an account with lower numbers than `before`, newest first. */
export async function papersOf(
  db: Db,
  accountId: string,
  { before, limit }: { before: PaperNumber | null; limit: number },
): Promise<Paper[]> {
  const { rows } = await sql<PaperRow>`select ${paperColumns} from ${papers} where p.account_id = ${accountId}
    and ${before === null ? sql`true` : sql`(p.year, p.number) < (${before.year}, ${before.number})`}
    order by p.year desc, p.number desc limit ${limit}`.execute(db)
  return rows.map(toPaper)
}

/** Papers issued in a span, in order of number, after the number `after`. */
export async function papersBetween(
  db: Db,
  { from, to }: { from: number; to: number },
  after: PaperNumber,
  limit: number,
): Promise<Paper[]> {
  const { rows } = await sql<PaperRow>`select ${paperColumns} from ${papers}
    where p.issued_at >= ${new Date(from)} and p.issued_at < ${new Date(to)}
      and (p.year, p.number) > (${after.year}, ${after.number})
    order by p.year, p.number limit ${limit}`.execute(db)
  return rows.map(toPaper)
}

/** The total price of a completed order, its written-off and promotional parts, and the transfers that paid it. */
export async function orderMoney(
  db: Db,
  orderNo: string,
): Promise<{ consumed: bigint; waived: bigint; promotional: bigint; payments: PaperPayment[] }> {
  const { rows } = await sql<{
    kind: string
    micro: string
    promotional: string
    network: string | null
    tx_hash: string | null
  }>`select kind, micro::text as micro, promotional::text as promotional, network, tx_hash from ledger_entry
    where order_no = ${orderNo} order by id`.execute(db)
  const spent = rows.filter(({ kind }) => kind === 'order' || kind === 'order_credit' || kind === 'credit_return')
  const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + BigInt(amount), 0n)
  return {
    consumed: -sum(spent.map(({ micro }) => micro)),
    promotional: -sum(spent.map(({ promotional }) => promotional)),
    waived: sum(rows.filter(({ kind }) => kind === 'adjustment').map(({ micro }) => micro)),
    payments: rows.flatMap(({ kind, micro, network, tx_hash }) =>
      kind === 'deposit' && network && tx_hash ? [{ network, hash: tx_hash, micro: BigInt(micro) }] : [],
    ),
  }
}

function toPaper(row: PaperRow): Paper {
  const [from, to] = [row.service_from, row.service_to]
  return {
    year: row.year,
    number: row.number,
    kind: row.kind,
    accountId: row.account_id,
    orderNo: row.order_no,
    dealId: row.deal_id,
    refundId: row.refund_id,
    issuedAt: row.issued_at.getTime(),
    soldAt: row.sold_at.getTime(),
    seller: {
      name: row.seller_name,
      address: row.seller_address,
      country: row.seller_country,
      taxId: row.seller_tax_id,
    },
    buyer: { name: row.buyer_name, address: row.buyer_address, country: row.buyer_country, taxId: row.buyer_tax_id },
    gross: BigInt(row.gross),
    tax: {
      country: row.tax_country,
      rate: row.tax_rate === null ? null : Math.round(Number(row.tax_rate) * 100),
      tax: BigInt(row.tax),
      reverseCharge: row.reverse_charge,
    },
    promotional: BigInt(row.promotional),
    service: from && to ? { from: from.getTime(), to: to.getTime() } : null,
    payments: row.payments.map(({ micro, ...payment }) => ({ ...payment, micro: BigInt(micro) })),
    voids:
      row.voids_year !== null && row.voids_number !== null ? { year: row.voids_year, number: row.voids_number } : null,
    voidedBy: row.by_year !== null && row.by_number !== null ? { year: row.by_year, number: row.by_number } : null,
  }
}
