import { sql } from 'kysely'
import { sealOldRows } from '#src/audit/audit.ts'
import type { Person } from '#src/platform/personal-data.ts'
import type { Tx } from '#src/platform/platform.ts'

/**
 * Erases a person from the audit log without changing chained rows: it deletes the separate personal values and the
 * link from the account to its digest. Times, kinds of changes and amounts of orders stay, and the chain stays valid.
 */
export async function eraseAuditOf(tx: Tx, { accountId, addresses, keyIds, orderNos }: Person): Promise<void> {
  const incidents = sql`select id::text from payment_incident where subject = any(${[...orderNos]}::text[])
    or detail->>'orderNo' = any(${[...orderNos]}::text[])`
  const refunds = sql`select id from refund_request where account_id = ${accountId}`
  const names = sql`select digest from audit_person where account_id = ${accountId} union all select ${accountId}`
  const theirs = sql`(actor_id in (${names}) or subject in (${names})
    or (detail ? 'team' and detail ->> 'team' in (${names}))
    or subject = any(${[...keyIds, ...orderNos]}::text[]) or subject in (${refunds})
    or (action = 'incident.close' and subject in (${incidents})))`
  await sealOldRows(tx, theirs)
  await sql`delete from audit_value where audit_id in (select id from audit where ${theirs})`.execute(tx)
  // Audit rows of other teams name their members by address.
  await sql`delete from audit_value v using audit a where a.id = v.audit_id and a.action like 'team.%'
    and v.detail ->> 'name' = any(${[...addresses]}::text[])`.execute(tx)
  await sql`delete from audit_person where account_id = ${accountId}`.execute(tx)
}
