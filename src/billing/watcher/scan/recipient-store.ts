import { sql } from 'kysely'
import type { Db } from '#src/platform/platform.ts'
import type { Address20 } from '../../chains/address.ts'
import type { NetworkCode } from '../../chains/network.ts'

/** The addresses whose transfers are searched; never all in memory, as there may be hundreds of thousands. */
export type Recipients = {
  count(max: number): Promise<number>
  /** All addresses in pages; `size` is called before each page. */
  pages(size: () => number): AsyncIterable<Address20[]>
  /** The addresses among `addresses` that are ours, whatever their age. */
  among(addresses: readonly Address20[]): Promise<ReadonlySet<Address20>>
}

/** The addresses that are still watched, such as those of recent orders. Audits find payments to other addresses. */
export function watchedRecipients(db: Db, network: NetworkCode, now: number): Recipients {
  return {
    async count(max) {
      const rows = await sql<{ n: bigint }>`select count(*) as n from (select 1 from deposit_address
        where network = ${network} and watch_until > ${new Date(now)} limit ${max}) d`.execute(db)
      return Number(rows.rows[0]?.n ?? 0n)
    },
    async *pages(size) {
      let last: { until: string; index: number } | undefined = {
        until: new Date(now).toISOString(),
        index: 2 ** 31 - 1,
      }
      while (last) {
        const limit = size()
        const rows: { rows: { address: Address20; until: string; index: number }[] } = await sql<{
          address: Address20
          until: string
          index: number
        }>`select address, watch_until::text as until, index from deposit_address
          where network = ${network} and (watch_until, index) > (${last.until}::timestamptz, ${last.index})
          order by watch_until, index limit ${limit}`.execute(db)
        if (rows.rows.length > 0) yield rows.rows.map((row) => row.address)
        last = rows.rows.length < limit ? undefined : rows.rows.at(-1)
      }
    },
    async among(addresses) {
      const rows = await sql<{ address: Address20 }>`select address from deposit_address
        where network = ${network} and address = any (${[...addresses]})`.execute(db)
      return new Set(rows.rows.map((row) => row.address))
    },
  }
}
