import { sql } from 'kysely'
import type { Micro } from '#src/contract/money.ts'
import type { Tx } from '#src/platform/platform.ts'

/** `giver` null: the command line. `receiver` null: any customer who uses the coupon. */
export type GivenValue = {
  giver: string | null
  receiver: string | null
  verb: string
  micro: Micro
  approval: number | null
  at: number
}

/** Locks the sums, so that two concurrent acts cannot exceed the limit together. */
export async function lockValues(tx: Tx): Promise<void> {
  await sql`lock table value_given in share row exclusive mode`.execute(tx)
}

export async function insertValue(tx: Tx, { giver, receiver, verb, micro, approval, at }: GivenValue): Promise<void> {
  await sql`insert into value_given (giver, receiver, verb, micro, approval, given_at)
    values (${giver}, ${receiver}, ${verb}, ${micro}, ${approval}, ${new Date(at)})`.execute(tx)
}

/** The sums of the values since `from` that needed no request: given by the giver, and given to the receiver. */
export async function sumsSince(
  tx: Tx,
  { giver, receiver }: Pick<GivenValue, 'giver' | 'receiver'>,
  from: number,
): Promise<{ given: Micro; received: Micro }> {
  const { rows } = await sql<{ given: string; received: string }>`
    select coalesce(sum(micro) filter (where giver = ${giver}), 0)::text as given,
      coalesce(sum(micro) filter (where receiver = ${receiver}), 0)::text as received
    from value_given where given_at >= ${new Date(from)} and approval is null`.execute(tx)
  return { given: BigInt(rows[0]?.given ?? 0), received: BigInt(rows[0]?.received ?? 0) }
}
