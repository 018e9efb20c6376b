import { sql } from 'kysely'
import type { Platform } from '#src/platform/platform.ts'
import { type AuditDetail, fieldDigest } from '#src/platform/stores/audit-row.ts'
import { contentHash } from './chain.ts'

const linksAtOnce = 20_000
const valuesAtOnce = 2_000
const faultsMax = 20

/** What is wrong with a row of the chain, by its position or, where it has none, by its id. */
export type ChainFault =
  | { kind: 'gap' | 'changed'; position: number }
  | { kind: 'value_changed'; id: number; field: string }
  | { kind: 'person_changed'; digest: string }
  | { kind: 'head_missing'; position: number }

/** `position` and `hash` of the newest link: written down elsewhere, they show later that no row after them was taken away. */
export type ChainReport = { rows: number; position: number; hash: string; unchained: number; faults: ChainFault[] }

export type NotedHead = { position: number; hash: string }

/**
 * Reads the whole chain and everything that its rows have digests of. Values that a deletion took out are no fault. Stops
 * after 20 faults.
 */
export async function verifyAudit(ctx: Platform, noted: NotedHead | null = null): Promise<ChainReport> {
  const faults: ChainFault[] = []
  const chain = await verifyLinks(ctx, noted, faults)
  await verifyValues(ctx, faults)
  await verifyPersons(ctx, faults)
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from audit where hash is null`.execute(ctx.postgres.db)
  return { ...chain, unchained: Number(rows[0]?.n ?? 0), faults: faults.slice(0, faultsMax) }
}

type Link = { position: bigint; hash: Buffer; expected: boolean }

async function verifyLinks(ctx: Platform, noted: NotedHead | null, faults: ChainFault[]) {
  let before = { position: 0, hash: '' }
  let isNoted = noted === null || noted.position === 0
  for (;;) {
    const links = await nextLinks(ctx, before)
    for (const { position, hash, expected } of links) {
      const at = Number(position)
      if (at !== before.position + 1) faults.push({ kind: 'gap', position: before.position + 1 })
      else if (!expected) faults.push({ kind: 'changed', position: at })
      before = { position: at, hash: hash.toString('hex') }
      if (noted && at === noted.position) isNoted = before.hash === noted.hash
    }
    if (links.length < linksAtOnce || faults.length >= faultsMax) break
  }
  if (noted && !isNoted) faults.push({ kind: 'head_missing', position: noted.position })
  return { rows: before.position, position: before.position, hash: before.hash }
}

/** PostgreSQL computes what each hash should be, so that only hashes cross the wire. */
async function nextLinks(ctx: Platform, { position, hash }: NotedHead): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select position, hash, hash = sha256(lag(hash, 1, decode(${hash}, 'hex')) over (order by position) || content) as expected
    from (select position, hash, ${contentHash} as content from audit where position > ${position}
      order by position limit ${linksAtOnce}) links
    order by position`.execute(ctx.postgres.db)
  return rows
}

type Value = { id: bigint; salt: string; detail: AuditDetail; kept: AuditDetail }

async function verifyValues(ctx: Platform, faults: ChainFault[]): Promise<void> {
  for (let after = 0n; faults.length < faultsMax; ) {
    const { rows } = await sql<Value>`select v.audit_id as id, v.salt, v.detail, a.detail as kept
      from audit_value v join audit a on a.id = v.audit_id where v.audit_id > ${after}
      order by v.audit_id limit ${valuesAtOnce}`.execute(ctx.postgres.db)
    for (const { id, salt, detail, kept } of rows)
      for (const [field, value] of Object.entries(detail))
        if (kept[field] !== fieldDigest(salt, field, value))
          faults.push({ kind: 'value_changed', id: Number(id), field })
    const last = rows.at(-1)
    if (!last || rows.length < valuesAtOnce) return
    after = last.id
  }
}

async function verifyPersons(ctx: Platform, faults: ChainFault[]): Promise<void> {
  const { rows } = await sql<{ digest: string }>`select digest from audit_person
    where digest <> encode(sha256(convert_to(salt || account_id, 'UTF8')), 'hex') limit ${faultsMax}`.execute(
    ctx.postgres.db,
  )
  for (const { digest } of rows) faults.push({ kind: 'person_changed', digest })
}

/** A quick look for `doctor`: the newest links alone, and whether rows wait for longer than they may. */
export async function recentChain(ctx: Platform): Promise<{ position: number; late: number; sound: boolean }> {
  const { rows } = await sql<{ position: bigint | null; sound: boolean | null }>`
    select max(position) as position, bool_and(sound) as sound from (
      select position, lag(hash) over w is null or hash = sha256(lag(hash) over w || content)
          and position = lag(position) over w + 1 as sound
        from (select position, hash, ${contentHash} as content from audit
          where position is not null order by position desc limit 1000) newest
        window w as (order by position)) links`.execute(ctx.postgres.db)
  const waiting = await sql<{ n: bigint }>`select count(*) as n from audit
    where hash is null and at < now() - interval '1 minute'`.execute(ctx.postgres.db)
  const { position = null, sound = null } = rows[0] ?? {}
  return { position: Number(position ?? 0), late: Number(waiting.rows[0]?.n ?? 0), sound: sound ?? true }
}
