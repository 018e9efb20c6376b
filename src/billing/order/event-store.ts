import { type Kysely, sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'

type Tables = {
  entitlement_grant: {
    order_no: string
    key_id: string
    plan_id: string
    expires_at: Date
    granted_at: Date
  }
}

const tables = (db: Db): Kysely<Tables> => db

export async function insertEvent(
  tx: Tx,
  orderNo: string,
  at: number,
  kind: string,
  detail: object = {},
): Promise<void> {
  await sql`insert into order_event (order_no, at, kind, detail)
    values (${orderNo}, ${new Date(at)}, ${kind}, ${JSON.stringify(detail)}::jsonb)`.execute(tx)
}

export async function insertGrant(
  tx: Tx,
  grant: { orderNo: string; keyId: string; planId: string; expiresAt: number; at: number },
): Promise<void> {
  await tables(tx)
    .insertInto('entitlement_grant')
    .values({
      order_no: grant.orderNo,
      key_id: grant.keyId,
      plan_id: grant.planId,
      expires_at: new Date(grant.expiresAt),
      granted_at: new Date(grant.at),
    })
    .execute()
}
