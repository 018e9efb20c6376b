import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { everyRole, ownerOnly, teamRoles } from '../team/team-role.ts'
import { exposedKey } from './keys.ts'
import { factorErrors, factorFields } from './security.ts'
import { nothing } from './shapes.ts'

/** The maximum number of people of an account, including its holder and open invitations. */
export const teamMax = 20
export const inviteDays = 7

const role = z.enum(teamRoles)
const id = z.string().min(1).max(64)
const params = z.object({ id })
/** Refusals of calls that give or take the role of owner. */
const ownerErrors = ['own_factor_required', 'team_inactive', ...factorErrors] as const

/**
 * Times in ms. `holder`: the person opened the account and always stays in the team. `id`: the person's own account.
 */
const member = z.object({
  id: z.string(),
  email: z.string(),
  role,
  holder: z.boolean(),
  you: z.boolean(),
  joinedAt: z.number().nullable(),
})
export type TeamMember = z.output<typeof member>

const invite = z.object({ id: z.string(), email: z.string(), role, expiresAt: z.number() })
export type TeamInvite = z.output<typeof invite>

/** A team of another person. `current`: this session works in the team. */
const membership = z.object({
  accountId: z.string(),
  email: z.string(),
  role,
  current: z.boolean(),
  suspended: z.boolean(),
})
export type Membership = z.output<typeof membership>

export const teamRoute = defineRoute({
  method: 'GET',
  path: '/api/team',
  summary: 'The people of the account in which the session works, and for owners the open invitations',
  auth: 'session',
  team: everyRole,
  data: z.object({
    email: z.string().describe("the mail address of the account's holder"),
    role,
    members: z.array(member),
    invites: z.array(invite),
    max: z.number(),
  }),
  errors: ['not_signed_in'],
})

export const membershipsRoute = defineRoute({
  method: 'GET',
  path: '/api/team/memberships',
  summary: 'The teams of others that the signed-in person belongs to',
  auth: 'session',
  data: z.object({ teams: z.array(membership) }),
  errors: ['not_signed_in'],
})

export const inviteRoute = defineRoute({
  method: 'POST',
  path: '/api/team/invites',
  summary:
    'Invites an address by mail, for 7 days; a second invitation replaces the first. An invitation as owner needs a proof of the factor',
  auth: 'session',
  team: ownerOnly,
  body: z.strictObject({ email: z.string(), role, ...factorFields }),
  data: invite,
  errors: ['not_signed_in', 'email_invalid', 'team_has_member', 'team_full', ...ownerErrors],
})

export const withdrawInviteRoute = defineRoute({
  method: 'DELETE',
  path: '/api/team/invites/{id}',
  summary: 'Withdraws an invitation',
  auth: 'session',
  team: ownerOnly,
  params,
  data: nothing,
  errors: ['not_signed_in', 'not_found', 'recent_signin_required'],
})

const token = z.string().min(1).max(100)

export const readInviteRoute = defineRoute({
  method: 'GET',
  path: '/api/team/invitation',
  summary: 'The account and role of an invitation, by the token of its mail',
  auth: 'session',
  query: z.object({ token: token.optional() }),
  data: z
    .object({ email: z.string().describe("the mail address of the account's holder"), role, expiresAt: z.number() })
    .nullable()
    .describe('null without a token'),
  errors: ['not_signed_in', 'team_invite_ended', 'team_other_address'],
})

export const joinRoute = defineRoute({
  method: 'POST',
  path: '/api/team/join',
  summary: 'Accepts an invitation that was sent to the own address; then the session works in that account',
  auth: 'session',
  body: z.strictObject({ token }),
  data: z.object({ accountId: z.string() }),
  errors: ['not_signed_in', 'team_invite_ended', 'team_other_address', 'team_has_member', 'team_inactive'],
})

export const memberRoleRoute = defineRoute({
  method: 'PUT',
  path: '/api/team/members/{id}',
  summary:
    'Gives a member another role; `from` is the role that the caller saw. A change to or from owner needs a proof of the factor',
  auth: 'session',
  team: ownerOnly,
  params,
  body: z.strictObject({ role, from: role, ...factorFields }),
  data: nothing,
  errors: ['not_signed_in', 'not_found', 'changed_meanwhile', 'team_last_owner', 'team_holder', ...ownerErrors],
})

export const removeMemberRoute = defineRoute({
  method: 'DELETE',
  path: '/api/team/members/{id}',
  summary:
    'Removes a member, and replaces the secrets of their keys. Returns the keys whose secrets are known to people who have left. The removal of an owner needs a proof of the factor',
  auth: 'session',
  team: ownerOnly,
  params,
  body: z.strictObject(factorFields),
  data: z.object({ keys: z.array(exposedKey) }),
  errors: ['not_signed_in', 'not_found', 'changed_meanwhile', 'team_holder', 'team_last_owner', ...ownerErrors],
})

export const transferRoute = defineRoute({
  method: 'POST',
  path: '/api/team/transfer',
  summary: 'Makes a member an owner and the caller a developer, in one step, with a proof of the factor',
  auth: 'session',
  team: ownerOnly,
  body: z.strictObject({ memberId: id, ...factorFields }),
  data: nothing,
  errors: ['not_signed_in', 'not_found', ...ownerErrors],
})

export const leaveRoute = defineRoute({
  method: 'POST',
  path: '/api/team/leave',
  summary: 'Leaves a team',
  auth: 'session',
  body: z.strictObject({ accountId: id }),
  data: nothing,
  errors: ['not_signed_in', 'not_found', 'team_last_owner', 'team_holder'],
})

export const actRoute = defineRoute({
  method: 'POST',
  path: '/api/team/act',
  summary: 'Lets this session work in the account of a team, or with null in the own account',
  auth: 'session',
  body: z.strictObject({ accountId: id.nullable() }),
  data: nothing,
  errors: ['not_signed_in', 'not_found', 'account_suspended'],
})
