import { z } from 'zod'
import { locales } from '../locale.ts'
import { assetClasses } from '../market.ts'
import { defineRoute } from '../route.ts'
import { themes, upColours } from '../site.ts'
import { everyRole, teamRoles } from '../team/team-role.ts'
import { apiKey } from './keys.ts'
import { factorErrors, factorFields } from './security.ts'
import {
  codeSent,
  newPassword,
  newPasswordErrors,
  noBody,
  nothing,
  passkeyRequest,
  resetCodeErrors,
  signInCodeErrors,
  signUpCodeErrors,
  timestampQuery,
} from './shapes.ts'

/** The purpose of a mailed code. A code works for one purpose and one address. */
export const codePurposes = ['signup', 'signin', 'reset'] as const
export type CodePurpose = (typeof codePurposes)[number]

/** The optional mails of an account. Mails about security and orders are always sent. */
export const notices = z.strictObject({ usage: z.boolean(), expiry: z.boolean(), product: z.boolean() })
export type Notices = z.infer<typeof notices>

const text = z.string()

/**
 * A random token of the program that requests a code. Only this program can use the code. A browser sends a cookie
 * instead.
 */
export const codeFlow = text.regex(/^[A-Za-z0-9_-]{43,128}$/)

export const user = z.object({ id: text, email: text, imageUrl: text, locale: z.enum(locales), theme: z.enum(themes) })
export type User = z.infer<typeof user>

/** `session` is in the body only for callers that are not browsers (no `Origin`, no `Sec-Fetch-*`). */
export const signedIn = z.object({ user, session: text.optional() })

export const userInfo = user.extend({
  docToken: text,
  userApiKey: z.array(apiKey),
  symbolTypes: z.array(z.enum(assetClasses)),
  apiLevel: text,
  role: z.enum(teamRoles).describe('the role of the person in the account'),
})
export type UserInfo = z.infer<typeof userInfo>

const challenge = z.object({
  parameters: z.object({
    algorithm: text,
    nonce: text,
    salt: text,
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: text,
    keySignature: text.exactOptional(),
    data: z.record(text, z.union([text, z.number(), z.boolean(), z.null()])).exactOptional(),
  }),
  signature: text.exactOptional(),
})
export type Challenge = z.infer<typeof challenge>

export const challengeRoute = defineRoute({
  method: 'GET',
  path: '/api/challenge',
  summary: 'A bot-check challenge (ALTCHA, PBKDF2/SHA-256)',
  auth: 'none',
  data: challenge,
  errors: ['too_often'],
})

export const sendCodeRoute = defineRoute({
  method: 'POST',
  path: '/api/auth/send-code',
  summary: 'Mails a six-digit code; the response is the same for every address',
  auth: 'none',
  body: z.strictObject({
    email: text,
    purpose: z.enum(codePurposes),
    verification: text.optional(),
    flow: codeFlow.optional(),
  }),
  data: codeSent,
  errors: ['email_invalid', 'bot_check_required', 'too_often', 'email_unknown', 'email_in_use'],
})

export const signUpRoute = defineRoute({
  method: 'POST',
  path: '/api/auth/signup',
  summary: 'Makes an account with a free key and signs in',
  auth: 'none',
  body: z.strictObject({ email: text, code: text, flow: codeFlow.optional(), ...newPassword }),
  data: signedIn,
  errors: ['email_invalid', ...newPasswordErrors, ...signUpCodeErrors, 'email_in_use', 'too_often'],
})

export const signInRoute = defineRoute({
  method: 'POST',
  path: '/api/auth/signin',
  summary: 'Signs in by password; asks for the bot check after five failures',
  auth: 'none',
  body: z.strictObject({ email: text, password: text, verification: text.optional() }),
  data: signedIn,
  errors: [
    'email_invalid',
    'wrong_credentials',
    'bot_check_required',
    'too_often',
    'second_factor_required',
    'server_busy',
  ],
})

export const signInCodeRoute = defineRoute({
  method: 'POST',
  path: '/api/auth/signin-code',
  summary: 'Signs in by an e-mailed code; an unknown address gets a new account',
  auth: 'none',
  body: z.strictObject({ email: text, code: text, flow: codeFlow.optional() }),
  data: signedIn,
  errors: ['email_invalid', ...signInCodeErrors, 'too_often', 'second_factor_required'],
})

export const secondFactorRoute = defineRoute({
  method: 'POST',
  path: '/api/auth/second-factor',
  summary: 'Finishes a sign-in with a code of the authenticator app or a recovery code; `ticket` came with the 401',
  auth: 'none',
  body: z.strictObject({ ticket: text, code: text }),
  data: signedIn,
  errors: ['second_factor_wrong', 'login_failed', 'conflict', 'too_often'],
})

export const resetPasswordRoute = defineRoute({
  method: 'POST',
  path: '/api/auth/reset',
  summary: 'Sets a new password by an e-mailed code; every session ends',
  auth: 'none',
  body: z.strictObject({ email: text, code: text, flow: codeFlow.optional(), ...newPassword }),
  data: nothing,
  errors: ['email_invalid', ...newPasswordErrors, ...resetCodeErrors, 'email_unknown', 'too_often'],
})

export const signOutRoute = defineRoute({
  method: 'POST',
  path: '/api/auth/signout',
  summary: 'Ends this session; does nothing without a session',
  auth: 'none',
  body: noBody,
  data: nothing,
  errors: [],
})

export const providersRoute = defineRoute({
  method: 'GET',
  path: '/api/auth/providers',
  summary: 'The third-party sign-ins that are configured',
  auth: 'none',
  data: z.array(z.object({ id: text, name: text })),
  errors: [],
})

export const providerRoute = defineRoute({
  method: 'GET',
  path: '/api/auth/{provider}',
  summary:
    'Sends the browser to a third-party sign-in, which returns to /callback; links no existing account without consent',
  auth: 'none',
  params: z.object({ provider: text }),
  query: z.object({ redirect: text.optional() }),
  data: nothing,
  errors: ['login_failed', 'too_often'],
  streamed: true,
})

export const linkProviderRoute = defineRoute({
  method: 'POST',
  path: '/api/auth/{provider}/link',
  summary:
    'Starts the link of a third-party sign-in to this account: send the browser to `url`; the sign-in returns through /callback',
  auth: 'session',
  params: z.object({ provider: text }),
  body: z.strictObject({ redirect: text.optional(), ...factorFields }),
  data: z.object({ url: text }),
  errors: ['not_found', ...factorErrors, 'login_failed'],
})

export const providerReturnRoute = defineRoute({
  method: 'POST',
  path: '/api/auth/provider-return',
  summary: 'Finishes a third-party sign-in with the query string of the return to /callback',
  auth: 'none',
  body: z.strictObject({ search: text.max(8_192) }),
  data: z.discriminatedUnion('outcome', [
    signedIn.extend({ outcome: z.literal('entered'), redirect: text }),
    z.object({ outcome: z.literal('linked'), redirect: text }),
    z.object({
      outcome: z.literal('consent'),
      /** The act that the person began: a sign-in, or linking the provider on the security page. */
      intent: z.enum(['sign-in', 'link']),
      ticket: text,
      /** The address at the provider; `accountEmail` is the address of the account to link. */
      email: text,
      accountEmail: text,
      providerName: text,
    }),
  ]),
  errors: ['login_failed', 'provider_unverified', 'conflict', 'second_factor_required'],
})

export const providerConsentRoute = defineRoute({
  method: 'POST',
  path: '/api/auth/provider-consent',
  summary:
    'Confirms or declines the link of a third-party sign-in to an account; if the person was signing in, confirmation also signs in',
  auth: 'none',
  body: z.strictObject({ ticket: text, agree: z.boolean().optional() }),
  data: z.discriminatedUnion('outcome', [
    signedIn.extend({ outcome: z.literal('entered'), redirect: text }),
    z.object({ outcome: z.enum(['linked', 'declined']), redirect: text }),
  ]),
  errors: ['login_failed', 'conflict', 'second_factor_required'],
})

export const passkeyOptionsRoute = defineRoute({
  method: 'POST',
  path: '/api/auth/passkey/options',
  summary: 'WebAuthn request options for a sign-in by passkey',
  auth: 'none',
  body: noBody,
  data: passkeyRequest,
  errors: ['too_often'],
})

export const passkeySignInRoute = defineRoute({
  method: 'POST',
  path: '/api/auth/passkey',
  summary: 'Signs in by passkey',
  auth: 'none',
  body: z.strictObject({ ticket: text, response: z.record(text, z.unknown()) }),
  data: signedIn,
  errors: ['login_failed', 'too_often'],
})

export const userInfoRoute = defineRoute({
  method: 'GET',
  path: '/api/userinfo',
  summary: 'The signed-in person, with the masked keys',
  auth: 'session',
  team: everyRole,
  query: timestampQuery,
  data: userInfo,
  errors: ['not_signed_in'],
})

export const preferencesBody = z.strictObject({
  locale: z.enum(locales).optional(),
  theme: z.enum(themes).optional(),
  upColour: z.enum(upColours).optional(),
  timeZone: text.max(64).optional(),
  notices: notices.partial().optional(),
})
export type PreferencesInput = z.infer<typeof preferencesBody>
export const preferences = z.object({
  locale: z.enum(locales),
  theme: z.enum(themes),
  upColour: z.enum(upColours),
  timeZone: text,
  notices,
})
export type Preferences = z.infer<typeof preferences>

export const readPreferencesRoute = defineRoute({
  method: 'GET',
  path: '/api/preferences',
  summary: 'Reads language, theme, up colour, time zone and notices',
  auth: 'session',
  data: preferences,
  errors: ['not_signed_in'],
})

export const preferencesRoute = defineRoute({
  method: 'PUT',
  path: '/api/preferences',
  summary: 'Changes language, theme, up colour, time zone or notices; omitted fields do not change',
  auth: 'session',
  body: preferencesBody,
  data: preferences,
  errors: ['not_signed_in', 'invalid_parameter'],
})
