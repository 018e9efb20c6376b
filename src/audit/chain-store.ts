import { sql } from 'kysely'
import { advisoryLocks } from '#src/platform/leases/advisory-locks.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { AuditDetail } from '#src/platform/stores/audit-row.ts'
import { sealOldRows } from './seal-store.ts'

export const contentHash = sql<Buffer>`sha256(convert_to(jsonb_build_array(id, (extract(epoch from at) * 1000000)::bigint,
  actor_kind, actor_id, action, subject, detail)::text, 'UTF8'))`

/** Whether any row has not joined the chain yet. */
export async function isRowWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from audit where hash is null limit 1`.execute(db)
  return rows.length > 0
}

/** Whether this transaction may chain rows. Never waits. */
export async function lockChain(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{
    mine: boolean
  }>`select pg_try_advisory_xact_lock(${advisoryLocks.auditChain}) as mine`.execute(tx)
  return rows[0]?.mine === true
}

type Head = { position: bigint; hash: Buffer }

export async function chainHead(db: Db): Promise<Head> {
  const { rows } = await sql<Head>`select position, hash from audit
    where position is not null order by position desc limit 1`.execute(db)
  return rows[0] ?? { position: 0n, hash: Buffer.alloc(0) }
}

export async function rowsToChain(tx: Tx, limit: number): Promise<{ id: bigint; content: Buffer }[]> {
  await sealOldRows(tx, sql`id in (select id from audit where hash is null order by id limit ${limit})`)
  const { rows } = await sql<{ id: bigint; content: Buffer }>`
    select id, ${contentHash} as content from audit where hash is null and sealed order by id limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** Assigns the rows consecutive positions after `after`, in this order. `hashes` are in hex. */
export async function writeLinks(
  tx: Tx,
  after: bigint,
  ids: readonly bigint[],
  hashes: readonly string[],
): Promise<void> {
  await sql`update audit set position = ${after}::bigint + link.n, hash = decode(link.hash, 'hex')
    from unnest(${[...ids]}::bigint[], ${[...hashes]}::text[]) with ordinality as link (id, hash, n)
    where audit.id = link.id`.execute(tx)
}

type Link = { position: bigint; hash: Buffer; expected: boolean }

/**
 * The next links, and whether the hash of each is correct. PostgreSQL computes this, so that only hashes are
 * transferred.
 */
export async function linksAfter(
  db: Db,
  { position, hash }: { position: number; hash: string },
  limit: number,
): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select position, hash, hash = sha256(lag(hash, 1, decode(${hash}, 'hex')) over (order by position) || content) as expected
    from (select position, hash, ${contentHash} as content from audit where position > ${position}
      order by position limit ${limit}) links
    order by position`.execute(db)
  return rows
}

type Value = { id: bigint; salt: string; detail: AuditDetail; kept: AuditDetail }

/** Personal values by row, each with the detail that the row itself stores (`kept`). */
export async function valuesAfter(db: Db, id: bigint, limit: number): Promise<Value[]> {
  const { rows } = await sql<Value>`select v.audit_id as id, v.salt, v.detail, a.detail as kept
    from audit_value v join audit a on a.id = v.audit_id where v.audit_id > ${id}
    order by v.audit_id limit ${limit}`.execute(db)
  return rows
}

/** Digests that do not match the account id of their person, at most `limit`. */
export async function changedPersons(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ digest: string }>`select digest from audit_person
    where digest <> encode(sha256(convert_to(salt || account_id, 'UTF8')), 'hex') limit ${limit}`.execute(db)
  return rows.map(({ digest }) => digest)
}

export async function countUnchained(db: Db): Promise<{ all: number; late: number }> {
  const { rows } = await sql<{ all: bigint; late: bigint }>`select count(*) as all,
    count(*) filter (where at < now() - interval '1 minute') as late from audit where hash is null`.execute(db)
  return { all: Number(rows[0]?.all ?? 0), late: Number(rows[0]?.late ?? 0) }
}

/** The position of the newest link, and whether the newest 1,000 links are valid. */
export async function recentLinks(db: Db): Promise<{ position: number; sound: boolean }> {
  const { rows } = await sql<{ position: bigint | null; sound: boolean | null }>`
    select max(position) as position, bool_and(sound) as sound from (
      select position, lag(hash) over w is null or hash = sha256(lag(hash) over w || content)
          and position = lag(position) over w + 1 as sound
        from (select position, hash, ${contentHash} as content from audit
          where position is not null order by position desc limit 1000) newest
        window w as (order by position)) links`.execute(db)
  return { position: Number(rows[0]?.position ?? 0), sound: rows[0]?.sound ?? true }
}
