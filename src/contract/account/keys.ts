import { z } from 'zod'
import { assetClasses } from '../market.ts'
import { defineRoute } from '../route.ts'
import { developers, everyRole, ownerOnly } from '../team/team-role.ts'
import { nameMax } from '../values/human-name.ts'
import { limitsSchema } from './plans.ts'
import { humanName, noBody, timestampQuery } from './shapes.ts'

/** `expiring`: the key expires within seven days. */
export const keyStatuses = ['normal', 'expiring', 'expired'] as const
export type KeyStatus = (typeof keyStatuses)[number]

export const keyAccesses = ['all', 'rest', 'stream'] as const

/** Restrictions that the owner sets for a key, within its plan. `rest` also covers files and the chart's data feed. */
const keyScope = z.strictObject({
  classes: z.array(z.enum(assetClasses)).max(6).nullable().describe('null: all classes of the plan'),
  access: z.enum(keyAccesses).describe('the permitted interfaces: all, rest or stream'),
  networks: z
    .array(z.string().max(64))
    .max(100)
    .describe('such as 203.0.113.0/24 or 2001:db8::/32; empty: all networks'),
})
export type KeyScope = z.infer<typeof keyScope>

export const keyHolderKinds = ['account', 'person', 'service'] as const
export type KeyHolderKind = (typeof keyHolderKinds)[number]

/**
 * A key as in lists. Times in ms. `key` is masked (`tw_l***9Qx2`). `customised`: only customer service renews or
 * upgrades it. `limitHttp`: JSON text (`KeyLimits`) of the current limits. `override`: limits from customer service
 * until a time, after which `planLimits` apply again.
 */
export const apiKey = z.object({
  id: z.string(),
  key: z.string(),
  level: z.string(),
  market: z.string(),
  planId: z.string(),
  planName: z.string(),
  customised: z.boolean(),
  aliasName: z.string(),
  status: z.enum(keyStatuses),
  expiredTime: z.number(),
  limitHttp: z.string(),
  override: z.object({ until: z.number(), planLimits: limitsSchema.omit({ symbolType: true }) }).nullable(),
  scope: keyScope,
  lastUsedAt: z.number().nullable(),
  lastUsedFrom: z.string().nullable().describe('the address of the last client'),
  holder: z
    .object({ kind: z.enum(keyHolderKinds), id: z.string().nullable(), name: z.string() })
    .describe(
      'the holder of the key; `name`: the mail address of a person, or the name that the team gave to a service',
    ),
  madeBy: z.string().nullable().describe('the address of the person who made the present secret'),
  createdAt: z.number(),
})
export type ApiKey = z.infer<typeof apiKey>

/** The parsed `limitHttp`; null: no limit. */
export type KeyLimits = z.infer<typeof limitsSchema>

/** Like `ApiKey`, but `key` is the whole secret. */
export const wholeApiKey = apiKey
const keyName = humanName(nameMax.key, {
  empty: 'key_name_empty',
  too_long: 'key_name_too_long',
  invalid: 'key_name_invalid',
})
const keyId = z.object({ id: z.string().min(1).max(64) })

export const listKeysRoute = defineRoute({
  method: 'GET',
  path: '/api/keys',
  summary: 'The keys of the signed-in account, masked',
  auth: 'session',
  team: everyRole,
  query: timestampQuery,
  data: z.array(apiKey),
  errors: ['not_signed_in'],
})

export const issueKeyRoute = defineRoute({
  method: 'POST',
  path: '/api/keys',
  summary:
    'Issues a new integrated key after the key was revoked, with the same plan and expiry; counts as the one reset that is allowed per UTC day',
  auth: 'session',
  team: developers,
  body: noBody,
  data: wholeApiKey,
  errors: ['not_signed_in', 'integrated_key_exists', 'reset_too_soon', 'recent_signin_required'],
})

/** The plan of a revoked integrated key. Times in ms. `issueFrom`: when a new key can be issued; null: at once. */
const awaitedKey = z.object({
  planName: z.string(),
  isFree: z.boolean(),
  customised: z.boolean(),
  expiresAt: z.number(),
  issueFrom: z.number().nullable(),
})
export type AwaitedKey = z.infer<typeof awaitedKey>

export const awaitedKeyRoute = defineRoute({
  method: 'GET',
  path: '/api/keys/awaited',
  summary: 'The plan of a revoked integrated key that was not replaced; null while the account has an integrated key',
  auth: 'session',
  team: everyRole,
  data: awaitedKey.nullable(),
  errors: ['not_signed_in'],
})

export const revealKeyRoute = defineRoute({
  method: 'POST',
  path: '/api/keys/{id}/reveal',
  summary: 'The whole key; needs a sign-in of the last 15 minutes',
  auth: 'session',
  team: developers,
  params: keyId,
  body: noBody,
  data: wholeApiKey,
  errors: ['not_signed_in', 'not_found', 'recent_signin_required'],
})

export const renameKeyRoute = defineRoute({
  method: 'POST',
  path: '/api/keys/{id}/rename',
  summary: 'Changes the alias of a key; at most 64 characters',
  auth: 'session',
  team: developers,
  params: keyId,
  body: z.strictObject({ name: keyName }),
  data: apiKey,
  errors: ['not_signed_in', 'not_found', 'key_name_empty', 'key_name_too_long', 'key_name_invalid'],
})

export const scopeKeyRoute = defineRoute({
  method: 'POST',
  path: '/api/keys/{id}/scope',
  summary:
    'Restricts a key to classes, to REST or the stream, and to at most 20 networks; replaces earlier restrictions. Open sockets that the restrictions forbid are closed within a second',
  auth: 'session',
  team: developers,
  params: keyId,
  body: keyScope,
  data: apiKey,
  errors: ['not_signed_in', 'not_found', 'invalid_parameter', 'recent_signin_required'],
})

export const resetKeyRoute = defineRoute({
  method: 'POST',
  path: '/api/keys/{id}/reset',
  summary: 'Replaces the secret; the old secret remains valid for `overlapHours` (0 to 168). Once per UTC day',
  auth: 'session',
  team: developers,
  params: keyId,
  body: z.strictObject({ overlapHours: z.number().int().min(0).max(168).optional() }),
  data: wholeApiKey,
  errors: ['not_signed_in', 'not_found', 'reset_too_soon', 'recent_signin_required'],
})

const holderChoice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('account') }),
  z.strictObject({ kind: z.literal('person'), memberId: z.string().min(1).max(64) }),
  z.strictObject({ kind: z.literal('service'), name: keyName }),
])
export type HolderChoice = z.output<typeof holderChoice>

export const assignKeyRoute = defineRoute({
  method: 'POST',
  path: '/api/keys/{id}/holder',
  summary:
    "Assigns a key to the account, a person or a service. The secret of a person's key is replaced when the person leaves the team",
  auth: 'session',
  team: developers,
  params: keyId,
  body: holderChoice,
  data: apiKey,
  errors: [
    'not_signed_in',
    'not_found',
    'key_name_empty',
    'key_name_too_long',
    'key_name_invalid',
    'recent_signin_required',
  ],
})

/** A key whose secret former members of the team have seen. Times in ms. */
export const exposedKey = z.object({
  id: z.string(),
  key: z.string(),
  aliasName: z.string(),
  seenBy: z.array(z.object({ email: z.string(), seenAt: z.number() })),
})
export type ExposedKey = z.infer<typeof exposedKey>

export const exposedKeysRoute = defineRoute({
  method: 'GET',
  path: '/api/team/exposed-keys',
  summary: 'The keys whose present secret was seen by people who have left the team',
  auth: 'session',
  team: ownerOnly,
  data: z.array(exposedKey),
  errors: ['not_signed_in'],
})

export const revokeKeyRoute = defineRoute({
  method: 'POST',
  path: '/api/keys/{id}/revoke',
  summary: 'Revokes a key at once. It is not replaced automatically; the plan of an integrated key continues',
  auth: 'session',
  team: developers,
  params: keyId,
  body: noBody,
  data: apiKey,
  errors: ['not_signed_in', 'not_found'],
})

export const leakedKeyRoute = defineRoute({
  method: 'POST',
  path: '/api/keys/leaked',
  summary:
    'Reports a key that was found in public: it is revoked at once and its owner gets a mail. The response is the same for a key that is not ours',
  auth: 'none',
  body: z.strictObject({ key: z.string().max(200) }),
  data: z.strictObject({}),
  errors: ['invalid_parameter', 'too_often'],
})

export const freeKeyRoute = defineRoute({
  method: 'POST',
  path: '/api/keys/{id}/free',
  summary: 'Moves an integrated key whose plan has ended to the free plan; the secret does not change',
  auth: 'session',
  team: developers,
  params: keyId,
  body: noBody,
  data: apiKey,
  errors: ['not_signed_in', 'not_found', 'plan_not_ended'],
})

export const searchTokenRoute = defineRoute({
  method: 'POST',
  path: '/api/search-token',
  summary: 'A token for search and the chart, valid for at most five minutes, with the plan of the first key',
  auth: 'session',
  team: developers,
  body: noBody,
  data: z.object({ token: z.string(), expiresAt: z.number(), apiUrl: z.string() }),
  errors: ['not_signed_in', 'key_needed'],
})
