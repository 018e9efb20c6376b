import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'
import { addressColumns, type DepositAddress, type DepositRow, toAddress } from './deposit-store.ts'

export async function addressesByVersion(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ version: number; count: bigint }>`
    select mac_by as version, count(*) as count from deposit_address
    where mac_by is not null group by mac_by`.execute(db)
  return new Map(rows.map(({ version, count }) => [version, Number(count)]))
}

export async function lockAddresses(tx: Tx, versions: readonly number[], limit: number): Promise<DepositAddress[]> {
  const { rows } = await sql<DepositRow>`select ${addressColumns} from deposit_address d
    where mac_by = any(${[...versions]}::int[]) limit ${limit} for update skip locked`.execute(tx)
  return rows.map(toAddress)
}

/** Stores new MACs. A null is stored as a text that equals no MAC. */
export async function putMacs(tx: Tx, made: readonly { orderNo: string; mac: string | null }[]): Promise<void> {
  await sql`update deposit_address d set mac = coalesce(m.mac, 'invalid')
    from unnest(${made.map(({ orderNo }) => orderNo)}::text[], ${made.map(({ mac }) => mac)}::text[]) as m (order_no, mac)
    where d.order_no = m.order_no`.execute(tx)
}
