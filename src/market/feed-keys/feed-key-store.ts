import { sql } from 'kysely'
import { type AssetClass, assetClasses } from '#src/contract/market.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { FeedKey } from './feed-key.ts'

type Row = {
  id: string
  source: string
  classes: string[]
  regions: string[] | null
  creates: boolean
  head: string
  tail: string
  created_at: Date
  revoked_at: Date | null
}

const columns = sql.raw('id, source, classes, regions, creates, head, tail, created_at, revoked_at')

function toKey({ classes, created_at, revoked_at, ...row }: Row): FeedKey {
  return {
    ...row,
    classes: classes.filter((name): name is AssetClass => assetClasses.some((known) => known === name)),
    createdAt: created_at.getTime(),
    revokedAt: revoked_at?.getTime() ?? null,
  }
}

export async function insertKey(tx: Tx, key: FeedKey, secretHash: string): Promise<void> {
  const { id, source, classes, regions, creates, head, tail, createdAt } = key
  await sql`insert into feed_key (id, source, classes, regions, creates, secret_hash, head, tail, created_at)
    values (${id}, ${source}, ${classes}::text[], ${regions}::text[], ${creates}, ${secretHash}, ${head}, ${tail},
      ${new Date(createdAt)})`.execute(tx)
}

/** Whether the feed follows or followed a source of this name. */
export async function isFollowed(db: Db, source: string): Promise<boolean> {
  const { rows } = await sql`select from followed_source where source = ${source}`.execute(db)
  return rows.length > 0
}

export async function allKeys(db: Db): Promise<(FeedKey & { heardAt: number | null })[]> {
  const { rows } = await sql<Row & { heard: Date | null }>`
    select ${columns}, (select max(heard_at) from feed_producer p where p.key_id = k.id) as heard
    from feed_key k order by created_at, id`.execute(db)
  return rows.map(({ heard, ...row }) => ({ ...toKey(row), heardAt: heard?.getTime() ?? null }))
}

export async function keyByHash(db: Db, secretHash: string): Promise<FeedKey | null> {
  const { rows } = await sql<Row>`select ${columns} from feed_key where secret_hash = ${secretHash}`.execute(db)
  return rows[0] ? toKey(rows[0]) : null
}

export async function lockKey(tx: Tx, id: string): Promise<FeedKey | null> {
  const { rows } = await sql<Row>`select ${columns} from feed_key where id = ${id} for update`.execute(tx)
  return rows[0] ? toKey(rows[0]) : null
}

export async function setRevoked(tx: Tx, id: string, now: number): Promise<void> {
  await sql`update feed_key set revoked_at = ${new Date(now)} where id = ${id}`.execute(tx)
}
