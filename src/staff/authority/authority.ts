import { isOwnAccount, sharesBrowser } from '#src/accounts/sessions/browsers.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Micro } from '#src/contract/money.ts'
import { mayUse, type StaffVerb } from '#src/contract/staff/permissions.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Db, Platform, Tx } from '#src/platform/platform.ts'
import type { StaffActor } from '../require-staff.ts'
import { consoleSettings } from '../settings.ts'
import { lockOwners, members, type Owner } from '../store.ts'
import { mailWaitingAct } from './approval-mail.ts'
import * as store from './approval-store.ts'
import type { Waits } from './or-wait.ts'
import { insertValue, lockValues, sumsSince } from './value-store.ts'
import type { GuardedVerb } from './verb-effects.ts'

/** The time for which a request waits for a second owner. */
export const requestLifeMs = 7 * dayMs
/**
 * The time that an act waits if there is no second owner, and the time for which a new owner cannot approve anything.
 */
export const waitMs = dayMs

/**
 * `value`: in micro-USDT; null if it has no limit. `receiver`: the account that gets the value; null if no account or
 * any account may get it. `always`: the act takes two people whatever its value. `subject` and `input` identify the
 * act.
 */
export type Act = {
  verb: GuardedVerb
  subject: string
  input: Record<string, unknown>
  value: Micro | null
  receiver: string | null
  always?: boolean
}

/** `approval`: the request that allowed the act; null if no request was needed. `Waits`: see `orWait`. */
export type Authority = Waits | { waits: false; approval: number | null }

/**
 * Decides whether a member of the staff may do an act that gives value or changes roles. One person's acts, and the
 * acts for one customer, may give at most `OPERATOR_APPROVAL_USDT` in a UTC day without a second person. Above this
 * limit, a second owner calls the same verb with the same input within a week; if there is no second owner, the act
 * waits 24 hours. A person may give to their own account only if no colleague can do it, and such an act always waits.
 * The command line needs no second person.
 */
export async function authorize(ctx: Platform, tx: Tx, by: StaffActor, act: Act): Promise<Authority> {
  const owners = await lockOwners(tx)
  await lockValues(tx)
  const now = ctx.clock.now()
  await store.closeApprovalsUntil(tx, now - requestLifeMs, now)
  const request = { ...act, micro: act.value }
  const open = await store.lockOpenApproval(tx, request, now - requestLifeMs)
  const allow = async (giver: string | null, approval: number | null): Promise<Authority> => {
    const closedBy = by.kind === 'staff' ? by.accountId : null
    if (open) await store.closeApproval(tx, open.id, { outcome: 'done', closedBy, now })
    // Everybody who got a mail that the act waits gets a mail that it is done.
    if (open && open.dueAt !== null) await mailWaitingAct(ctx, tx, open, 'done')
    const { verb, receiver, value } = act
    if (value) await insertValue(tx, { giver, receiver, verb, micro: value, approval, at: now })
    return { waits: false, approval: open?.id ?? null }
  }
  if (by.kind === 'operator-cli') return allow(null, open?.id ?? null)
  if (by.kind === 'system') {
    if (!open || open.dueAt === null || open.dueAt > now) throw refuse('not_found')
    return allow(open.askedBy, open.id)
  }
  const isOwn = act.receiver !== null && (await isOwnAccount(tx, by.accountId, act.receiver))
  if (isOwn && (await hasColleague(tx, by.accountId, act.verb))) throw refuse('own_account')
  if (open && (await mayApprove(tx, owners, by.accountId, open, now))) return allow(open.askedBy, open.id)
  if (!isOwn && !act.always && (await isWithinLimit(ctx, tx, by.accountId, act))) return allow(by.accountId, null)
  return wait(ctx, tx, by, { request, open, owners })
}

/** Refuses a decision about the person's own account if a colleague can make it. */
export async function assertNotOwn(tx: Tx, by: StaffActor, verb: StaffVerb, accountId: string): Promise<void> {
  if (by.kind !== 'staff' || !(await isOwnAccount(tx, by.accountId, accountId))) return
  if (await hasColleague(tx, by.accountId, verb)) throw refuse('own_account')
}

async function hasColleague(db: Db, accountId: string, verb: StaffVerb): Promise<boolean> {
  return (await members(db)).some((member) => member.accountId !== accountId && mayUse(verb, member.roles))
}

async function isWithinLimit(ctx: Platform, tx: Tx, giver: string, { value, receiver }: Act): Promise<boolean> {
  if (value === null) return false
  if (value === 0n) return true
  const { approvalFrom } = ctx.settings.of(consoleSettings)
  const today = Math.floor(ctx.clock.now() / dayMs) * dayMs
  const { given, received } = await sumsSince(tx, { giver, receiver }, today)
  return given + value <= approvalFrom && received + value <= approvalFrom
}

/**
 * Whether a person may approve as a second owner: the person has been an owner for a day, became owner before the
 * request, and shares no browser with the author of the request.
 */
async function mayApprove(
  db: Db,
  owners: readonly Owner[],
  accountId: string,
  { askedBy, askedAt }: store.Approval,
  now: number,
): Promise<boolean> {
  const owner = owners.find((one) => one.accountId === accountId)
  if (!owner || accountId === askedBy || owner.since > askedAt || now - owner.since < waitMs) return false
  return !(await sharesBrowser(db, accountId, askedBy))
}

type Waiting = { request: store.ApprovalRequest; open: store.Approval | null; owners: readonly Owner[] }

async function wait(
  ctx: Platform,
  tx: Tx,
  by: Extract<StaffActor, { kind: 'staff' }>,
  { request, open, owners }: Waiting,
): Promise<Authority> {
  const now = ctx.clock.now()
  const askedBy = open?.askedBy ?? by.accountId
  const isAlone = owners.every(({ accountId }) => accountId === askedBy)
  const dueAt = open?.dueAt ?? (isAlone ? now + waitMs : null)
  const { verb, subject, input, micro } = request
  if (!open) {
    const waiting = { verb, subject, input, micro, askedBy, askedAt: now, dueAt }
    const id = await store.insertApproval(tx, waiting)
    await ctx.postgres.audit(tx, by, 'approval.ask', subject, { verb, micro: micro?.toString() ?? null, input, dueAt })
    if (dueAt !== null) await mailWaitingAct(ctx, tx, { ...waiting, id }, 'waits')
  } else if (open.dueAt === null && dueAt !== null) {
    await store.setDue(tx, open.id, dueAt)
    await mailWaitingAct(ctx, tx, { ...open, dueAt }, 'waits')
  }
  if (dueAt === null) return { waits: true, refusal: refuse('second_person_needed') }
  return { waits: true, refusal: refuse('act_waits', { extra: { dueAt } }) }
}
