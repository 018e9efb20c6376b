import { z } from 'zod'
import type { ErrorName } from '../errors.ts'
import { defineRoute } from '../route.ts'
import { nameMax } from '../values/human-name.ts'
import {
  codeSent,
  humanName,
  newPassword,
  newPasswordErrors,
  noBody,
  nothing,
  passkeyCreation,
  passkeyRequest,
  signInCodeErrors,
} from './shapes.ts'

const text = z.string()
const id = z.object({ id: text })

/**
 * Fields that prove the factor of an account. `code`: from the authenticator app, or a recovery code. `passkey`: the
 * signed challenge of `passkeyProofRoute`. `mailCode`: the code of `proofCodeRoute`, for accounts without two-step
 * sign-in. The refusal `fresh_factor_required` lists the accepted fields in `ways`.
 */
export const factorFields = {
  code: text.max(64).optional(),
  passkey: z.strictObject({ ticket: text, response: z.record(text, z.unknown()) }).optional(),
  mailCode: text.optional(),
}
const factorProof = z.strictObject(factorFields)
export type FactorProof = z.output<typeof factorProof>

export const factorErrors = [
  'recent_signin_required',
  'fresh_factor_required',
  'second_factor_wrong',
  ...signInCodeErrors,
  'too_often',
] as const satisfies readonly ErrorName[]

/** A signed-in browser or program. Times in ms. */
export const device = z.object({
  id: text,
  current: z.boolean(),
  method: text,
  userAgent: text,
  address: text,
  createdAt: z.number(),
  seenAt: z.number(),
})
export type Device = z.infer<typeof device>

export const securityOverview = z.object({
  email: text,
  hasPassword: z.boolean(),
  /** The time until which this session counts as recently signed in, ms. */
  recentUntil: z.number(),
  totp: z.boolean(),
  recoveryCodesLeft: z.number(),
  passkeys: z.array(z.object({ id: text, name: text, createdAt: z.number(), usedAt: z.number().nullable() })),
  identities: z.array(z.object({ provider: text, name: text, email: text, createdAt: z.number() })),
  devices: z.array(device),
  /** The time at which the account will be deleted, ms; null when no deletion is requested. */
  deleteAfter: z.number().nullable(),
  /** The credit, in USDT, and the number of the unpaid order, for the warning before a deletion. */
  credit: text,
  openOrder: text.nullable(),
})
export type SecurityOverview = z.infer<typeof securityOverview>

export const securityRoute = defineRoute({
  method: 'GET',
  path: '/api/security',
  summary: 'The ways to sign in to this account, and its sessions',
  auth: 'session',
  data: securityOverview,
  errors: ['not_signed_in'],
})

export const proofCodeRoute = defineRoute({
  method: 'POST',
  path: '/api/security/code',
  summary: 'Mails the owner a code that confirms their identity',
  auth: 'session',
  body: noBody,
  data: codeSent,
  errors: ['too_often'],
})

export const confirmIdentityRoute = defineRoute({
  method: 'POST',
  path: '/api/security/confirm',
  summary: 'Confirms the identity of the owner by password or sign-in code; counts as a recent sign-in for 15 minutes',
  auth: 'session',
  body: z.strictObject({ password: text.optional(), code: text.optional() }),
  data: z.object({ recentUntil: z.number() }),
  errors: [
    'wrong_credentials',
    'too_often',
    'server_busy',
    'signin_code_wrong',
    'signin_code_invalid',
    'signin_code_expired',
    'signin_code_used',
  ],
})

export const confirmFactorRoute = defineRoute({
  method: 'POST',
  path: '/api/security/factor',
  summary:
    'Proves the second factor for this session; acts of staff that need a fresh factor are then possible for 15 minutes. A passkey also counts as a recent sign-in',
  auth: 'session',
  body: z.strictObject({ code: factorFields.code, passkey: factorFields.passkey }),
  data: z.object({ factorUntil: z.number() }),
  errors: ['not_found', 'fresh_factor_required', 'second_factor_wrong', 'too_often'],
})

export const changePasswordRoute = defineRoute({
  method: 'POST',
  path: '/api/security/password',
  summary:
    'Changes the password after a check of the present password or, without a password, of the factor; every other session ends',
  auth: 'session',
  body: z.strictObject({ currentPassword: text.optional(), ...newPassword, ...factorFields }),
  data: nothing,
  errors: ['wrong_credentials', 'missing_parameter', ...newPasswordErrors, ...factorErrors],
})

export const changeEmailRoute = defineRoute({
  method: 'POST',
  path: '/api/security/email',
  summary: 'Starts a change of address: the old and the new address each get a code',
  auth: 'session',
  body: z.strictObject({ email: text, ...factorFields }),
  data: codeSent,
  errors: ['email_invalid', ...factorErrors],
})

export const confirmEmailRoute = defineRoute({
  method: 'POST',
  path: '/api/security/email/confirm',
  summary: 'Finishes a change of address with both codes',
  auth: 'session',
  body: z.strictObject({ email: text, currentCode: text, newCode: text }),
  data: z.object({ email: text }),
  errors: ['email_invalid', ...signInCodeErrors, 'email_in_use', 'too_often'],
})

export const revokeDeviceRoute = defineRoute({
  method: 'POST',
  path: '/api/security/devices/{id}/revoke',
  summary: 'Signs one device out',
  auth: 'session',
  params: id,
  body: noBody,
  data: nothing,
  errors: ['not_found'],
})

export const signOutEverywhereRoute = defineRoute({
  method: 'POST',
  path: '/api/security/signout-everywhere',
  summary: 'Ends every session, including this session',
  auth: 'session',
  body: noBody,
  data: nothing,
  errors: [],
})

export const passkeyProofRoute = defineRoute({
  method: 'POST',
  path: '/api/security/passkeys/proof',
  summary:
    'WebAuthn request options for one of the account’s own passkeys; the signed response proves the second factor once',
  auth: 'session',
  body: noBody,
  data: passkeyRequest,
  errors: ['not_found', 'too_often'],
})

export const startTotpRoute = defineRoute({
  method: 'POST',
  path: '/api/security/totp/start',
  summary: 'A new secret for an authenticator app; the second factor is off until the secret is confirmed',
  auth: 'session',
  body: factorProof,
  data: z.object({ secret: text, uri: text }),
  errors: ['conflict', ...factorErrors],
})

export const confirmTotpRoute = defineRoute({
  method: 'POST',
  path: '/api/security/totp/confirm',
  summary: 'Turns the second factor on with a first code; returns the recovery codes, which are shown once',
  auth: 'session',
  body: z.strictObject({ code: text }),
  data: z.object({ recoveryCodes: z.array(text) }),
  errors: ['second_factor_wrong', 'conflict', 'recent_signin_required', 'too_often'],
})

export const disableTotpRoute = defineRoute({
  method: 'POST',
  path: '/api/security/totp/disable',
  summary: 'Turns the second factor off; needs a new proof of the factor',
  auth: 'session',
  body: factorProof,
  data: nothing,
  errors: ['conflict', ...factorErrors],
})

export const recoveryCodesRoute = defineRoute({
  method: 'POST',
  path: '/api/security/totp/recovery-codes',
  summary: 'Ten new recovery codes; needs a new proof of the factor; the old codes become invalid',
  auth: 'session',
  body: factorProof,
  data: z.object({ recoveryCodes: z.array(text) }),
  errors: ['conflict', ...factorErrors],
})

export const startPasskeyRoute = defineRoute({
  method: 'POST',
  path: '/api/security/passkeys/options',
  summary: 'WebAuthn creation options for a further passkey',
  auth: 'session',
  body: factorProof,
  data: passkeyCreation,
  errors: factorErrors,
})

export const addPasskeyRoute = defineRoute({
  method: 'POST',
  path: '/api/security/passkeys',
  summary: 'Stores a passkey that the browser made',
  auth: 'session',
  body: z.strictObject({ ticket: text, name: humanName(nameMax.passkey), response: z.record(text, z.unknown()) }),
  data: z.object({ id: text }),
  errors: ['recent_signin_required', 'login_failed'],
})

export const removePasskeyRoute = defineRoute({
  method: 'POST',
  path: '/api/security/passkeys/{id}/remove',
  summary: 'Removes a passkey',
  auth: 'session',
  params: id,
  body: factorProof,
  data: nothing,
  errors: ['not_found', ...factorErrors],
})

export const unlinkProviderRoute = defineRoute({
  method: 'POST',
  path: '/api/security/providers/{id}/unlink',
  summary: 'Unlinks a third-party sign-in; the sign-in by e-mailed code always remains',
  auth: 'session',
  params: id,
  body: noBody,
  data: nothing,
  errors: ['not_found', 'recent_signin_required'],
})

export const exportRoute = defineRoute({
  method: 'GET',
  path: '/api/security/export',
  summary: 'All data of this account as one JSON file',
  auth: 'session',
  data: z.record(text, z.unknown()),
  errors: ['recent_signin_required'],
  streamed: true,
})

export const recentRoute = defineRoute({
  method: 'POST',
  path: '/api/security/recent',
  summary:
    'Whether this session counts as recently signed in; pages ask before they open a page that needs a recent sign-in',
  auth: 'session',
  body: noBody,
  data: nothing,
  errors: ['recent_signin_required'],
})

export const deleteAccountRoute = defineRoute({
  method: 'POST',
  path: '/api/security/delete',
  summary: 'Requests the deletion of the account, which happens after 14 days unless the request is withdrawn',
  auth: 'session',
  body: z.strictObject({ email: text, ...factorFields }),
  data: z.object({ deleteAfter: z.number() }),
  errors: ['invalid_parameter', 'last_owner', 'team_last_owner', 'team_holder', ...factorErrors],
})

export const keepAccountRoute = defineRoute({
  method: 'POST',
  path: '/api/security/keep',
  summary: 'Withdraws a request for deletion',
  auth: 'session',
  body: noBody,
  data: nothing,
  errors: [],
})
