import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { every } from '#src/platform/loop.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { sealOldRows } from './seal.ts'

/** Any fixed number: the process that holds the lock chains. */
const lockKey = 7_410_824
const rowsAtOnce = 1_000
const rounds = { everyMs: 500, failed: 'audit rows could not be chained; tried again soon' }

/** What a link says of a row, as `sha256(content)`; the link is `sha256(hash before || that)`. */
export const contentHash = sql<Buffer>`sha256(convert_to(jsonb_build_array(id, (extract(epoch from at) * 1000000)::bigint,
  actor_kind, actor_id, action, subject, detail)::text, 'UTF8'))`

/** The hash of a row, given that of the one before it and of its content. */
export function linkHash(before: Buffer, content: Buffer): Buffer {
  return createHash('sha256').update(before).update(content).digest()
}

type Head = { position: bigint; hash: Buffer }

/** The newest link; position 0 while there is none. */
export async function chainHead(db: Tx | Platform['postgres']['db']): Promise<Head> {
  const { rows } = await sql<Head>`select position, hash from audit
    where position is not null order by position desc limit 1`.execute(db)
  return rows[0] ?? { position: 0n, hash: Buffer.alloc(0) }
}

/**
 * Chains committed rows, at most `rowsAtOnce`, and answers how many. Writers never wait for it: they only insert, and rows
 * join the chain as they are found, oldest id first. One process at a time does it; another one gets 0.
 */
export async function chainRows(ctx: Platform): Promise<number> {
  return ctx.postgres.transaction(async (tx) => {
    const lock = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${lockKey}) as mine`.execute(tx)
    if (!lock.rows[0]?.mine) return 0
    const open = sql`select id from audit where hash is null order by id limit ${rowsAtOnce}`
    await sealOldRows(tx, sql`id in (${open})`)
    const { rows } = await sql<{ id: bigint; content: Buffer }>`
      select id, ${contentHash} as content from audit where hash is null and sealed order by id limit ${rowsAtOnce}`.execute(
      tx,
    )
    if (rows.length === 0) return 0
    await link(tx, rows)
    return rows.length
  })
}

async function link(tx: Tx, rows: readonly { id: bigint; content: Buffer }[]): Promise<void> {
  const head = await chainHead(tx)
  let { hash } = head
  const hashes = rows.map(({ content }) => {
    hash = linkHash(hash, content)
    return hash.toString('hex')
  })
  const ids = rows.map(({ id }) => id)
  await sql`update audit set position = ${head.position}::bigint + link.n, hash = decode(link.hash, 'hex')
    from unnest(${ids}::bigint[], ${hashes}::text[]) with ordinality as link (id, hash, n)
    where audit.id = link.id`.execute(tx)
}

/** Keeps the chain at most a second behind. Every process may run it. */
export function startAuditChain(ctx: Platform): AsyncDisposable {
  return every(ctx, rounds, async (signal) => {
    while (!signal.aborted && (await chainRows(ctx)) === rowsAtOnce);
  })
}
