import { sql } from 'kysely'
import { refuse } from '#src/contract/errors.ts'
import type { Micro } from '#src/contract/money.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { requireStaff, type StaffActor } from './require-staff.ts'
import type { StaffVerb } from './rules.ts'
import { consoleSettings } from './settings.ts'
import { lockOwners } from './store.ts'

const lifeMs = 7 * dayMs

/** What waits for a second owner: they confirm by calling the same verb with the same input. */
export type Approval = {
  id: number
  verb: string
  subject: string
  input: Record<string, unknown>
  micro: Micro
  askedBy: string
  askedAt: number
}

type Asked = { verb: StaffVerb; subject: string; input: Record<string, unknown>; micro: Micro }
/** `waits`: it is asked for and nothing may happen yet. `approval`: the confirmed request, null where none was needed. */
export type SecondPerson = { waits: true } | { waits: false; approval: number | null }

/**
 * The rule of two people: what moves more than `OPERATOR_APPROVAL_USDT` is done once a second person, an owner, does the same
 * within a week. An owner who is alone decides alone, and so does the command line.
 */
export async function secondPerson(ctx: Platform, tx: Tx, by: StaffActor, asked: Asked): Promise<SecondPerson> {
  const { approvalFrom } = ctx.settings.of(consoleSettings)
  if (by.kind !== 'staff' || asked.micro <= approvalFrom) return { waits: false, approval: null }
  const owners = await lockOwners(tx)
  if (owners.every((id) => id === by.accountId)) return { waits: false, approval: null }
  const open = await openRequest(ctx, tx, asked)
  if (!open) await insertRequest(ctx, tx, by, asked)
  if (!open || open.askedBy === by.accountId || !owners.includes(by.accountId)) return { waits: true }
  await close(ctx, tx, open.id)
  return { waits: false, approval: open.id }
}

async function openRequest(ctx: Platform, tx: Tx, { verb, subject, input }: Asked): Promise<Approval | null> {
  const since = new Date(ctx.clock.now() - lifeMs)
  await sql`update staff_approval set closed_at = ${new Date(ctx.clock.now())}
    where closed_at is null and asked_at <= ${since}`.execute(tx)
  const found = sql`verb = ${verb} and subject = ${subject} and input = ${JSON.stringify(input)}::jsonb`
  const { rows } = await sql<Row>`select * from staff_approval where closed_at is null and ${found}`.execute(tx)
  return rows[0] ? toApproval(rows[0]) : null
}

async function insertRequest(
  ctx: Platform,
  tx: Tx,
  by: Extract<StaffActor, { kind: 'staff' }>,
  { verb, subject, input, micro }: Asked,
): Promise<void> {
  await sql`insert into staff_approval (verb, subject, input, micro, asked_by, asked_at) values (${verb}, ${subject},
    ${JSON.stringify(input)}::jsonb, ${micro}, ${by.accountId}, ${new Date(ctx.clock.now())})`.execute(tx)
  await ctx.postgres.audit(tx, by, 'approval.ask', subject, { verb, micro: `${micro}`, input })
}

async function close(ctx: Platform, tx: Tx, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update staff_approval set closed_at = ${new Date(ctx.clock.now())}
    where id = ${id} and closed_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** What waits for a second owner, oldest first. */
export async function listApprovals(ctx: Platform, actor: Actor): Promise<Approval[]> {
  await requireStaff(ctx, actor, 'approval.list')
  const { rows } = await sql<Row>`select * from staff_approval where closed_at is null
    and asked_at > ${new Date(ctx.clock.now() - lifeMs)} order by id`.execute(ctx.postgres.db)
  return rows.map(toApproval)
}

/** Takes a request back, or refuses it. */
export async function dropApproval(ctx: Platform, actor: Actor, id: number): Promise<void> {
  const by = await requireStaff(ctx, actor, 'approval.drop')
  await ctx.postgres.transaction(async (tx) => {
    if (!(await close(ctx, tx, id))) throw refuse('not_found')
    await ctx.postgres.audit(tx, by, 'approval.drop', `${id}`)
  })
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
