import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#src/platform/platform.ts'
import { type AuditDetail, splitDetail } from '#src/platform/stores/audit-row.ts'

/** Moves personal values out of rows that were written before `audit_value` existed. */
export async function sealOldRows(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: bigint; detail: AuditDetail }>`
    select id, detail from audit where not sealed and hash is null and ${which}`.execute(tx)
  if (rows.length === 0) return
  const split = rows.map(({ id, detail }) => ({ id: `${id}`, ...splitDetail(detail) }))
  const personal = split.flatMap(({ id, personal }) => (personal ? { id, ...personal } : []))
  const values = sql`jsonb_to_recordset(${JSON.stringify(personal)}::jsonb) as v (id bigint, salt text, detail jsonb)`
  await sql`insert into audit_value (audit_id, salt, detail) select id, salt, detail from ${values}`.execute(tx)
  const details = sql`jsonb_to_recordset(${JSON.stringify(split)}::jsonb) as s (id bigint, detail jsonb)`
  await sql`update audit a set sealed = true, detail = s.detail,
      actor_id = coalesce((select digest from audit_person where account_id = a.actor_id), a.actor_id),
      subject = coalesce((select digest from audit_person where account_id = a.subject), a.subject)
    from ${details} where a.id = s.id`.execute(tx)
}
