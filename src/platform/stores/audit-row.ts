import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { plainAuditFields } from '#src/contract/privacy/audit.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../platform.ts'

export type AuditDetail = Record<string, unknown>

/** A detail as stored in the row, and its personal fields with the salt of their digests; null without such fields. */
export type SplitDetail = { detail: AuditDetail; personal: { salt: string; detail: AuditDetail } | null }

export function splitDetail(detail: AuditDetail, salt = randomBytes(16).toString('hex')): SplitDetail {
  const fields = Object.entries(detail).filter(([, value]) => value !== undefined)
  const personal = Object.fromEntries(fields.filter(([name, value]) => !isPlain(name, value)))
  if (Object.keys(personal).length === 0) return { detail: Object.fromEntries(fields), personal: null }
  const digests = Object.entries(personal).map(([name, value]) => [name, fieldDigest(salt, name, value)])
  return {
    detail: { ...Object.fromEntries(fields), ...Object.fromEntries(digests) },
    personal: { salt, detail: personal },
  }
}

/** The replacement of a personal field in a row: `sha256:` and 64 hex digits. */
export function fieldDigest(salt: string, name: string, value: unknown): string {
  const text = JSON.stringify([salt, name, canonical(value)])
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}

/** Sorts field names alphabetically, since PostgreSQL stores the fields of an object in its own order. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(
    entries.map(([name, one]): [string, unknown] => [name, canonical(one)]).sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

function isPlain(name: string, value: unknown): boolean {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return true
  if (typeof value === 'object' && !Array.isArray(value))
    return Object.entries(value).every(([inner, one]) => one === undefined || isPlain(inner, one))
  return plainAuditFields.has(name)
}

/** Writes one row inside `tx`. An account id is replaced by the account's digest. */
export async function writeAuditRow(
  tx: Tx,
  actor: Actor,
  action: string,
  subject: string,
  given: AuditDetail,
): Promise<void> {
  const { detail, personal } = splitDetail(given)
  const row = sql`insert into audit (sealed, actor_kind, actor_id, action, subject, detail)
    values (true, ${actor.kind}, ${person(actorId(actor))}, ${action}, ${person(subject)},
      ${JSON.stringify(detail)}::jsonb${team(actor)})`
  if (!personal) await row.execute(tx)
  else
    await sql`with row as (${row} returning id)
      insert into audit_value (audit_id, salt, detail)
      select id, ${personal.salt}, ${JSON.stringify(personal.detail)}::jsonb from row`.execute(tx)
}

/** Creates the salted digest that replaces the account's id in its audit rows. */
export async function writeAuditPerson(tx: Tx, accountId: string): Promise<void> {
  const salt = randomBytes(16).toString('hex')
  await sql`insert into audit_person (account_id, salt, digest) values (${accountId}, ${salt},
    encode(sha256(convert_to(${salt}::text || ${accountId}::text, 'UTF8')), 'hex'))`.execute(tx)
}

function actorId(actor: Actor): string | null {
  switch (actor.kind) {
    case 'account':
      return actor.member?.accountId ?? actor.accountId
    case 'staff':
      return actor.accountId
    case 'system':
      return actor.name
    case 'operator-cli':
      return null
  }
}

function person(id: string | null) {
  return sql`coalesce((select digest from audit_person where account_id = ${id}), ${id})`
}

/** If a member acts in another account, adds the digest of the team's account. */
function team(actor: Actor) {
  if (actor.kind !== 'account' || !actor.member || actor.member.accountId === actor.accountId) return sql``
  return sql` || jsonb_build_object('team', ${person(actor.accountId)})`
}
