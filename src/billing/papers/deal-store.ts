import { sql } from 'kysely'
import type { Micro } from '#src/contract/money.ts'
import type { Db, Tx } from '#src/platform/platform.ts'

/** A plan that staff opened for money. `reference`: how it was paid. Times in ms. */
export type PlanDeal = {
  id: string
  accountId: string
  planId: string
  planEdition: number
  keyId: string
  months: number
  micro: Micro
  reference: string
  startsAt: number
  expiresAt: number
  createdAt: number
}

export async function insertDeal(tx: Tx, deal: PlanDeal): Promise<void> {
  await sql`insert into plan_deal (id, account_id, plan_id, plan_edition, key_id, months, micro, reference, starts_at,
      expires_at, created_at)
    values (${deal.id}, ${deal.accountId}, ${deal.planId}, ${deal.planEdition}, ${deal.keyId}, ${deal.months},
      ${`${deal.micro}`}::numeric, ${deal.reference}, ${new Date(deal.startsAt)}, ${new Date(deal.expiresAt)},
      ${new Date(deal.createdAt)})`.execute(tx)
}

type DealRow = Omit<PlanDeal, 'micro' | 'startsAt' | 'expiresAt' | 'createdAt'> & {
  micro: string
  startsAt: Date
  expiresAt: Date
  createdAt: Date
}

export async function dealById(db: Db, id: string): Promise<PlanDeal | null> {
  const { rows } = await sql<DealRow>`select id, account_id as "accountId", plan_id as "planId",
      plan_edition as "planEdition", key_id as "keyId", months, micro::text as micro, reference,
      starts_at as "startsAt", expires_at as "expiresAt", created_at as "createdAt"
    from plan_deal where id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return null
  const { micro, startsAt, expiresAt, createdAt, ...deal } = row
  return {
    ...deal,
    micro: BigInt(micro),
    startsAt: startsAt.getTime(),
    expiresAt: expiresAt.getTime(),
    createdAt: createdAt.getTime(),
  }
}
