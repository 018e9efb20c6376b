import { contactOf } from '#src/accounts/sessions/profile.ts'
import { confirmRequest } from '#src/billing/operator/waiting-acts.ts'
import { type ErrorName, isRefusal } from '#src/contract/errors.ts'
import { isStaffRole, staffRoles } from '#src/contract/staff/role.ts'
import { errorMessage } from '#src/locales/error-message.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import {
  type Approval,
  amountOf,
  type ClosedApproval,
  dropApproval,
  endOf,
  listApprovals,
  listClosedApprovals,
} from '#src/staff/authority/approvals.ts'
import { grantRole, type RoleChange, revokeRole } from '#src/staff/authority/role-changes.ts'
import { listStaff } from '#src/staff/staff.ts'
import { actor } from './terminal/actor.ts'
import { numberOf, one, parse } from './terminal/arguments.ts'
import { show } from './terminal/checked.ts'

const roleNames = staffRoles.join('|')

const grant: Command = {
  name: 'operator grant',
  usage: `operator grant <email> [--role ${roleNames}]`,
  summary: 'Give a person with an account a role in the console; without --role they become an owner',
  async run(ctx, args, io) {
    const change = readChange(args, this.usage)
    const isNew = await grantRole(ctx, actor, change).catch(nameUnknown(change.email))
    const validity = isNew ? 'from the next sign-in on; their open sessions were ended' : 'as before'
    io.print(`${change.email} has the role ${change.role}, ${validity}.`)
  },
}

const revoke: Command = {
  name: 'operator revoke',
  usage: `operator revoke <email> [--role ${roleNames}]`,
  summary: 'Take a role away from a person and sign them out; the last owner stays',
  async run(ctx, args, io) {
    const change = readChange(args, this.usage)
    const hadRole = await revokeRole(ctx, actor, change).catch(nameUnknown(change.email))
    io.print(`${change.email} ${hadRole ? 'no longer has' : 'did not have'} the role ${change.role}.`)
  },
}

const list: Command = {
  name: 'staff list',
  usage: 'staff list [--json]',
  summary: 'Everybody with a role in the console',
  async run(ctx, _args, io) {
    const staff = await listStaff(ctx, actor)
    if (staff.length === 0) io.print('Nobody has a role. "operator grant <email>" names the first owner.')
    for (const { email, roles, since } of staff)
      show(
        io,
        { email, roles, since },
        `${email}  ${roles.join(', ')}  since ${new Date(since).toISOString().slice(0, 10)}`,
      )
  },
}

const approvals: Command = {
  name: 'staff approvals',
  usage: 'staff approvals [--confirm <id>] [--drop <id>] [--closed] [--json]',
  summary:
    'What waits for a second owner or for 24 hours; --confirm does it now, --drop stops it, --closed lists what came of the last ones',
  async run(ctx, args, io) {
    const text = { type: 'string' } as const
    const { values } = parse(args, { confirm: text, drop: text, closed: { type: 'boolean' } })
    if (values.confirm !== undefined) await confirmRequest(ctx, actor, numberOf(values.confirm))
    if (values.drop !== undefined) await dropApproval(ctx, actor, numberOf(values.drop))
    if (values.closed)
      for (const one of await listClosedApprovals(ctx, actor)) show(io, one, await closedLine(ctx, one))
    const waiting = await listApprovals(ctx, actor)
    if (waiting.length === 0) io.print('Nothing waits.')
    for (const one of waiting) show(io, one, await waitingLine(ctx, one))
  },
}

async function waitingLine(ctx: Platform, approval: Approval): Promise<string> {
  const end = new Date(endOf(approval)).toISOString()
  return `${await lineOf(ctx, approval)}  ${approval.dueAt === null ? 'second owner until' : 'done at'} ${end}`
}

async function closedLine(ctx: Platform, approval: ClosedApproval): Promise<string> {
  const { outcome, closedAt, fault } = approval
  const ending = `${outcome} ${new Date(closedAt).toISOString()}`
  return `${await lineOf(ctx, approval)}  ${ending}${fault === null ? '' : `: ${errorMessage('en-US', fault as ErrorName)}`}`
}

async function lineOf(ctx: Platform, approval: Approval): Promise<string> {
  const { id, verb, subject, input, askedBy } = approval
  const amount = amountOf(approval)
  const nameOf = async (accountId: string) => (await contactOf(ctx.postgres.db, accountId))?.email ?? accountId
  const size = input.role ? String(input.role) : amount === null ? 'no price' : `${amount} USDT`
  return `${id}  ${verb}  ${await nameOf(subject)}  ${size}  by ${await nameOf(askedBy)}`
}

function readChange(args: readonly string[], usage: string): RoleChange {
  const { values, positionals } = parse(args, { role: { type: 'string' } })
  const { role = 'owner' } = values
  if (!isStaffRole(role)) throw new SettingsError(`Usage: ${usage}`)
  return { email: one(positionals, usage), role }
}

function nameUnknown(email: string) {
  return (error: unknown): never => {
    if (isRefusal(error) && error.error === 'email_unknown')
      throw new SettingsError(`${email} has no account here. The person signs up first; then run this again.`)
    throw error
  }
}

export const staffCommands: readonly Command[] = [grant, revoke, list, approvals]
