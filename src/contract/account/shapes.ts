import { z } from 'zod'
import type { ErrorName } from '../errors.ts'
import { readName } from '../values/human-name.ts'

/** `noBody`: the schema of calls without input. `nothing`: the schema of responses without data. */
export const noBody = z.strictObject({})
export const nothing = z.object({})

/** `t` is the caller's time, which keeps old caches from returning a stored response. The server ignores it. */
export const timestampQuery = z.object({ t: z.string().optional() })

/** One page of a list; pages count from 1. */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  size: z.coerce.number().int().min(1).max(100).default(20),
})

/** The response to a call that mails a code. `retryAfter`: seconds until the next code may be requested. */
export const codeSent = z.object({ retryAfter: z.number() })

const text = z.string()
const passkeys = z.array(z.object({ id: text, type: text, transports: z.array(text).exactOptional() }))
const userVerification = z.enum(['discouraged', 'preferred', 'required']).exactOptional()

/** Options for `navigator.credentials.get` in WebAuthn's JSON form, and the ticket that the caller sends back. */
export const passkeyRequest = z.object({
  ticket: text,
  options: z.object({
    challenge: text,
    timeout: z.number().exactOptional(),
    rpId: text.exactOptional(),
    allowCredentials: passkeys.exactOptional(),
    userVerification,
  }),
})
export type PasskeyRequest = z.infer<typeof passkeyRequest>

/** Options for `navigator.credentials.create` in WebAuthn's JSON form, and the ticket that the caller sends back. */
export const passkeyCreation = z.object({
  ticket: text,
  options: z.object({
    challenge: text,
    rp: z.object({ id: text.exactOptional(), name: text }),
    user: z.object({ id: text, name: text, displayName: text }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
    timeout: z.number().exactOptional(),
    excludeCredentials: passkeys.exactOptional(),
    authenticatorSelection: z
      .object({ residentKey: z.enum(['discouraged', 'preferred', 'required']).exactOptional(), userVerification })
      .exactOptional(),
  }),
})
export type PasskeyCreation = z.infer<typeof passkeyCreation>

type NameRefusals = Record<'empty' | 'too_long' | 'invalid', ErrorName>
const plainRefusals: NameRefusals = {
  empty: 'invalid_parameter',
  too_long: 'invalid_parameter',
  invalid: 'invalid_parameter',
}

/** The schema of a name that a person enters, of at most `max` characters, with the rules of `readName`. */
export function humanName(max: number, refusals: NameRefusals = plainRefusals) {
  return z.string().transform((text, context) => {
    const read = readName(text, max)
    if (read.kind === 'ok') return read.name
    context.addIssue({ code: 'custom', message: refusals[read.kind], input: text })
    return z.NEVER
  })
}

export const newPassword = { password: z.string(), confirmPassword: z.string() }
export const newPasswordErrors = [
  'passwords_differ',
  'password_too_short',
  'password_too_long',
  'password_too_common',
  'server_busy',
] as const satisfies readonly ErrorName[]

/** The four refusals of a mailed code, for each purpose of a code. */
export const signUpCodeErrors = codeErrors('signup')
export const signInCodeErrors = codeErrors('signin')
export const resetCodeErrors = codeErrors('reset')

function codeErrors<const F extends 'signup' | 'signin' | 'reset'>(family: F) {
  return [`${family}_code_invalid`, `${family}_code_wrong`, `${family}_code_expired`, `${family}_code_used`] as const
}
