import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { KeyHolder } from './key.ts'

/** Records that a person has seen the present secret of a key. */
export async function noteReader(
  tx: Tx,
  { keyId, personId, now }: { keyId: string; personId: string; now: number },
): Promise<void> {
  await sql`insert into api_key_reader (key_id, person_id, seen_at) values (${keyId}, ${personId}, ${new Date(now)})
    on conflict (key_id, person_id) do update set seen_at = excluded.seen_at`.execute(tx)
}

/**
 * Records the person who made the present secret of a key. Nobody else has seen it. `personId` null: the installation.
 */
export async function noteMaker(
  tx: Tx,
  { keyId, personId, now }: { keyId: string; personId: string | null; now: number },
): Promise<void> {
  await sql`delete from api_key_reader where key_id = ${keyId}`.execute(tx)
  await sql`update api_key set made_by = ${personId} where id = ${keyId}`.execute(tx)
  if (personId !== null) await noteReader(tx, { keyId, personId, now })
}

export async function setHolder(tx: Tx, keyId: string, { kind, id, name }: KeyHolder): Promise<void> {
  await sql`update api_key set holder_kind = ${kind}, holder_id = ${id}, holder_name = ${name}
    where id = ${keyId}`.execute(tx)
}

/** The live keys that a person holds in one team account or, with `accountId` null, in every team account. */
export async function keyIdsHeldBy(
  tx: Tx,
  { accountId, personId }: { accountId: string | null; personId: string },
): Promise<{ id: string; accountId: string }[]> {
  const { rows } = await sql<{ id: string; accountId: string }>`select id, account_id as "accountId" from api_key
    where holder_id = ${personId} and revoked_at is null
      and (${accountId}::text is null or account_id = ${accountId}) and account_id <> ${personId}
    order by id`.execute(tx)
  return rows
}

export type SeenKey = { keyId: string; email: string; seenAt: number }

/** The live keys whose secret was seen by a person who has left the account's team. */
export async function keysSeenByLeavers(db: Db | Tx, accountId: string): Promise<SeenKey[]> {
  const { rows } = await sql<{ keyId: string; email: string; seen_at: Date }>`
    select r.key_id as "keyId", a.email, r.seen_at from api_key_reader r
    join api_key k on k.id = r.key_id and k.account_id = ${accountId} and k.revoked_at is null
    join account a on a.id = r.person_id
    where r.person_id <> ${accountId} and not exists (select from team_member m
      where m.account_id = ${accountId} and m.member_id = r.person_id)
    order by r.seen_at desc, r.key_id`.execute(db)
  return rows.map(({ seen_at, ...row }) => ({ ...row, seenAt: seen_at.getTime() }))
}

/** Whether a person belongs to the team of an account, or holds the account. */
export async function isInTeam(tx: Tx, accountId: string, personId: string): Promise<boolean> {
  if (personId === accountId) return true
  const { rows } = await sql`select from team_member
    where account_id = ${accountId} and member_id = ${personId}`.execute(tx)
  return rows.length > 0
}
