import { sql } from 'kysely'
import type { Db } from '#src/platform/platform.ts'
import type { NetworkCode } from '../chains/network.ts'
import { type Observation, type ObservationRow, observationColumns, toObservation } from './deposit-store.ts'

/**
 * Transfers that are deep enough to be judged, largest first: seen ones, and rejected ones whose block is younger than
 * `rejectedSince`. `size` separates those of at least `from` from smaller ones; `except` lists those judged already.
 */
export async function transfersToJudge(
  db: Db,
  network: NetworkCode,
  asked: {
    height: number
    size: { from: bigint } | { below: bigint }
    except: readonly string[]
    rejectedSince: number
    limit: number
  },
): Promise<Observation[]> {
  const { size } = asked
  const fits = 'from' in size ? sql`micro >= ${`${size.from}`}::numeric` : sql`micro < ${`${size.below}`}::numeric`
  const rows = await sql<ObservationRow>`select ${observationColumns} from transfer_observation
    where network = ${network} and block_number <= ${asked.height} and ${fits}
      and (state = 'seen' or (state = 'rejected' and block_time > ${new Date(asked.rejectedSince)}))
      and not (block_hash || ':' || log_index = any (${asked.except}))
    order by micro desc, block_number, log_index limit ${asked.limit}`.execute(db)
  return rows.rows.map(toObservation)
}
