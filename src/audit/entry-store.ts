import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { AuditCursor, AuditEntry, AuditFilter } from './entry.ts'

const exportedAtOnce = 2_000

type Row = {
  id: bigint
  at: Date
  place: bigint
  actor_kind: AuditEntry['actorKind']
  actor_id: string | null
  action: string
  subject: string
  detail: Record<string, unknown>
  position: bigint | null
  hash: Buffer | null
}

const entryRows = sql`select a.id, a.at, (extract(epoch from a.at) * 1000000)::bigint as place, a.actor_kind,
    coalesce(who.account_id, a.actor_id) as actor_id, a.action, coalesce(what.account_id, a.subject) as subject,
    a.detail || coalesce(v.detail, '{}') as detail, a.position, a.hash
  from audit a
  left join audit_value v on v.audit_id = a.id
  left join audit_person who on who.digest = a.actor_id
  left join audit_person what on what.digest = a.subject`

export async function auditEntries(
  db: Db | Tx,
  filter: AuditFilter,
  { limit, after }: { limit: number; after: AuditCursor | null },
): Promise<{ entries: AuditEntry[]; next: AuditCursor | null }> {
  const page = after ? sql`(a.at, a.id) < (${timeOf(after.at)}, ${after.id}::bigint)` : sql`true`
  const { rows } = await sql<Row>`${entryRows}
    where ${sql.join([...(await conditions(db, filter)), page], sql` and `)}
    order by a.at desc, a.id desc limit ${limit + 1}`.execute(db)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? { at: last.place, id: last.id } : null
  return { entries: shown.map(toEntry), next }
}

/**
 * The position in an account's own log: the time of the last entry in microseconds, and the number of shown entries of
 * that time. Unlike a row id, it reveals nothing about other accounts.
 */
export type ActivityCursor = { at: bigint; shown: number }

export async function entriesAbout(
  db: Db,
  filter: { accountId: string; things: readonly string[]; actions: readonly string[] },
  { limit, after }: { limit: number; after: ActivityCursor | null },
): Promise<{ entries: AuditEntry[]; next: ActivityCursor | null }> {
  const { accountId, things, actions } = filter
  const me = sql`(${nameOf(accountId)}, ${accountId})`
  // First selects the account's rows by the indexes for accounts: in an index of all rows by time, the rows of an
  // account with little activity are far apart.
  const { rows } = await sql<Row>`with own as materialized (
      select id from audit where actor_id in ${me} and actor_kind = 'account' and not detail ? 'team'
      union select id from audit where detail ? 'team' and detail ->> 'team' in ${me}
      union select id from audit where subject in ${me}
      union select id from audit where subject = any(${[...things]}::text[]))
    ${entryRows}
    where a.id in (select id from own) and a.action = any(${[...actions]}::text[])
      and ${after ? sql`a.at <= ${timeOf(after.at)}` : sql`true`}
    order by a.at desc, a.id desc limit ${limit + 1} offset ${after?.shown ?? 0}`.execute(db)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (!last || rows.length <= limit) return { entries: page.map(toEntry), next: null }
  const before = last.place === after?.at ? after.shown : 0
  const shown = before + page.filter(({ place }) => place === last.place).length
  return { entries: page.map(toEntry), next: { at: last.place, shown } }
}

export async function* chainedEntries(db: Db, filter: AuditFilter): AsyncGenerator<AuditEntry> {
  const wanted = await conditions(db, filter)
  for (let position = 0; ; ) {
    const { rows } = await sql<Row>`${entryRows}
      where ${sql.join([...wanted, sql`a.position > ${position}`], sql` and `)}
      order by a.position limit ${exportedAtOnce}`.execute(db)
    const entries = rows.map(toEntry)
    yield* entries
    const last = entries.at(-1)
    if (!last?.position || entries.length < exportedAtOnce) return
    position = last.position
  }
}

async function conditions(
  db: Db | Tx,
  { actorId, subject, action, from, to }: AuditFilter,
): Promise<RawBuilder<unknown>[]> {
  const isPrefix = action?.endsWith('.')
  return [
    sql`true`,
    ...(actorId ? [named('a.actor_id', await namesOf(db, actorId))] : []),
    ...(subject ? [named('a.subject', await namesOf(db, subject))] : []),
    ...(action && !isPrefix ? [sql`a.action collate "C" = ${action}`] : []),
    ...(action && isPrefix ? [sql`a.action collate "C" between ${action} and ${`${action}~`}`] : []),
    ...(from === undefined ? [] : [sql`a.at >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [sql`a.at < ${new Date(to)}`]),
  ]
}

function timeOf(at: bigint) {
  return sql`(timestamptz 'epoch' + ${at}::float8 * interval '1 microsecond')`
}

/** The names of an account in rows: its digest, and its plain id while older rows wait to be sealed. */
async function namesOf(db: Db | Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{ digest: string; unsealed: boolean }>`
    select digest, exists (select from audit where hash is null and not sealed) as unsealed
    from audit_person where account_id = ${id}`.execute(db)
  const [person] = rows
  if (!person) return [id]
  return person.unsealed ? [person.digest, id] : [person.digest]
}

/**
 * With a single name PostgreSQL reads rows in index order and stops at the end of the page, however many rows there
 * are.
 */
function named(column: string, names: readonly string[]): RawBuilder<unknown> {
  return names.length === 1 ? sql`${sql.ref(column)} = ${names[0]}` : sql`${sql.ref(column)} in (${sql.join(names)})`
}

function nameOf(accountId: string) {
  return sql`(select digest from audit_person where account_id = ${accountId})`
}

function toEntry(row: Row): AuditEntry {
  return {
    id: Number(row.id),
    at: row.at.getTime(),
    actorKind: row.actor_kind,
    actorId: row.actor_id,
    action: row.action,
    subject: row.subject,
    detail: Object.fromEntries(
      Object.entries(row.detail).map(([name, value]) => [name, isErased(value) ? null : value]),
    ),
    position: row.position === null ? null : Number(row.position),
    hash: row.hash?.toString('hex') ?? null,
  }
}

/**
 * Whether a value is the digest of an erased value. Texts typed by people are stored elsewhere, so no other value has
 * this form.
 */
function isErased(value: unknown): boolean {
  return typeof value === 'string' && /^sha256:[0-9a-f]{64}$/.test(value)
}
