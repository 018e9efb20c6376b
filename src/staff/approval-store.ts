import { sql } from 'kysely'
import type { Micro } from '#src/contract/money.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { StaffVerb } from './permissions.ts'

/** A request that an act be confirmed by a second owner, who calls the same verb with the same input. Times in ms. */
export type Approval = {
  id: number
  verb: string
  subject: string
  input: Record<string, unknown>
  micro: Micro
  askedBy: string
  askedAt: number
}

export type ApprovalRequest = { verb: StaffVerb; subject: string; input: Record<string, unknown>; micro: Micro }

/** Closes requests made at or before `since`. */
export async function closeApprovalsUntil(tx: Tx, since: number, now: number): Promise<void> {
  await sql`update staff_approval set closed_at = ${new Date(now)}
    where closed_at is null and asked_at <= ${new Date(since)}`.execute(tx)
}

export async function openApproval(tx: Tx, { verb, subject, input }: ApprovalRequest): Promise<Approval | null> {
  const { rows } = await sql<Row>`select * from staff_approval where closed_at is null
    and verb = ${verb} and subject = ${subject} and input = ${JSON.stringify(input)}::jsonb`.execute(tx)
  return rows[0] ? toApproval(rows[0]) : null
}

export async function insertApproval(
  tx: Tx,
  { verb, subject, input, micro }: ApprovalRequest,
  askedBy: string,
  now: number,
): Promise<void> {
  await sql`insert into staff_approval (verb, subject, input, micro, asked_by, asked_at) values (${verb}, ${subject},
    ${JSON.stringify(input)}::jsonb, ${micro}, ${askedBy}, ${new Date(now)})`.execute(tx)
}

export async function closeApproval(tx: Tx, id: number, now: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update staff_approval set closed_at = ${new Date(now)}
    where id = ${id} and closed_at is null`.execute(tx)
  return numAffectedRows === 1n
}

export async function approvalsSince(db: Db, since: number): Promise<Approval[]> {
  const { rows } = await sql<Row>`select * from staff_approval where closed_at is null
    and asked_at > ${new Date(since)} order by id`.execute(db)
  return rows.map(toApproval)
}

type Row = {
  id: bigint
  verb: string
  subject: string
  input: Record<string, unknown>
  micro: bigint
  asked_by: string
  asked_at: Date
}

function toApproval({ id, verb, subject, input, micro, asked_by, asked_at }: Row): Approval {
  return { id: Number(id), verb, subject, input, micro, askedBy: asked_by, askedAt: asked_at.getTime() }
}
