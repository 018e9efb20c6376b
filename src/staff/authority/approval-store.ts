import { sql } from 'kysely'
import { formatMicro, type Micro } from '#src/contract/money.ts'
import type { Db, Tx } from '#src/platform/platform.ts'

/**
 * A waiting act. `micro` null: its value has no limit. `dueAt`: the time at which the installation does the act; null:
 * the act waits until a second owner calls the same verb with the same input. Times in ms.
 */
export type Approval = {
  id: number
  verb: string
  subject: string
  input: Record<string, unknown>
  micro: Micro | null
  askedBy: string
  askedAt: number
  dueAt: number | null
}

/** The value of an act in USDT, negative if it takes credit; null if it has no value, or one without limit. */
export function amountOf({ micro, input }: Pick<Approval, 'micro' | 'input'>): string | null {
  if (!micro) return null
  return formatMicro(String(input.micro).startsWith('-') ? -micro : micro)
}

export type Outcome = 'done' | 'stopped' | 'failed'

/**
 * `closedBy` null: the command line or the installation closed it. `fault`: the name of the error that refused a failed
 * act.
 */
export type ClosedApproval = Approval & {
  closedAt: number
  closedBy: string | null
  outcome: Outcome
  fault: string | null
}

export type ApprovalRequest = Pick<Approval, 'verb' | 'subject' | 'input' | 'micro'>

/**
 * A request waits for a second owner if it was made after `since`. A request whose act the installation does is open
 * until then.
 */
const isOpen = (since: number) => sql`closed_at is null and (asked_at > ${new Date(since)} or due_at is not null)`

/** The open request for this act, locked until the transaction ends. */
export async function lockOpenApproval(
  tx: Tx,
  { verb, subject, input }: ApprovalRequest,
  since: number,
): Promise<Approval | null> {
  const { rows } = await sql<Row>`select * from staff_approval where ${isOpen(since)}
    and verb = ${verb} and subject = ${subject} and input = ${JSON.stringify(input)}::jsonb for update`.execute(tx)
  return rows[0] ? toApproval(rows[0]) : null
}

/** Closes requests that waited for a second owner since `since` or longer; they get no outcome. */
export async function closeApprovalsUntil(tx: Tx, since: number, now: number): Promise<void> {
  await sql`update staff_approval set closed_at = ${new Date(now)}
    where closed_at is null and asked_at <= ${new Date(since)} and due_at is null`.execute(tx)
}

export async function insertApproval(tx: Tx, approval: Omit<Approval, 'id'>): Promise<number> {
  const { verb, subject, input, micro, askedBy, askedAt, dueAt } = approval
  const { rows } = await sql<{ id: bigint }>`
    insert into staff_approval (verb, subject, input, micro, asked_by, asked_at, due_at) values (${verb}, ${subject},
      ${JSON.stringify(input)}::jsonb, ${micro}, ${askedBy}, ${new Date(askedAt)}, ${dateOf(dueAt)})
    returning id`.execute(tx)
  return Number(rows[0]?.id)
}

export async function setDue(tx: Tx, id: number, dueAt: number): Promise<void> {
  await sql`update staff_approval set due_at = ${new Date(dueAt)} where id = ${id}`.execute(tx)
}

export type Closing = { outcome: Outcome; closedBy: string | null; now: number; fault?: string }

/** Returns false when the request is closed already. */
export async function closeApproval(tx: Tx, id: number, closing: Closing): Promise<boolean> {
  const { outcome, closedBy, now, fault = null } = closing
  const { numAffectedRows } = await sql`update staff_approval
    set closed_at = ${new Date(now)}, outcome = ${outcome}, closed_by = ${closedBy}, fault = ${fault}
    where id = ${id} and closed_at is null`.execute(tx)
  return numAffectedRows === 1n
}

export async function openApprovals(db: Db, since: number): Promise<Approval[]> {
  const { rows } = await sql<Row>`select * from staff_approval where ${isOpen(since)} order by id`.execute(db)
  return rows.map(toApproval)
}

export async function approvalsDue(db: Db, now: number): Promise<Approval[]> {
  const { rows } = await sql<Row>`select * from staff_approval where closed_at is null
    and due_at <= ${new Date(now)} order by id`.execute(db)
  return rows.map(toApproval)
}

/** The last decided requests, newest first. */
export async function closedApprovals(db: Db, limit: number): Promise<ClosedApproval[]> {
  const { rows } = await sql<ClosedRow>`select * from staff_approval where outcome is not null
    order by closed_at desc, id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({
    ...toApproval(row),
    closedAt: row.closed_at.getTime(),
    closedBy: row.closed_by,
    outcome: row.outcome,
    fault: row.fault,
  }))
}

type Row = {
  id: bigint
  verb: string
  subject: string
  input: Record<string, unknown>
  micro: bigint | null
  asked_by: string
  asked_at: Date
  due_at: Date | null
}
type ClosedRow = Row & { closed_at: Date; closed_by: string | null; outcome: Outcome; fault: string | null }

function toApproval({ id, verb, subject, input, micro, asked_by, asked_at, due_at }: Row): Approval {
  const dueAt = due_at?.getTime() ?? null
  return { id: Number(id), verb, subject, input, micro, askedBy: asked_by, askedAt: asked_at.getTime(), dueAt }
}

function dateOf(at: number | null): Date | null {
  return at === null ? null : new Date(at)
}
