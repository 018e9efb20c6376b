import { z } from 'zod'
import type { ErrorName } from './errors.ts'

/** For calls that take nothing, and for calls that have nothing to tell. */
export const noBody = z.strictObject({})
export const nothing = z.object({})

/** `t`, the caller's time, keeps old caches from answering; it means nothing here. */
export const timestampQuery = z.object({ t: z.string().optional() })

/** A code is on its way; `retryAfter`: seconds until the next may be asked for. */
export const codeSent = z.object({ retryAfter: z.number() })

/** What WebAuthn asks of the browser, and the ticket to answer with. */
export const passkeyQuestion = z.object({ ticket: z.string(), options: z.record(z.string(), z.unknown()) })

export const newPassword = { password: z.string(), confirmPassword: z.string() }
export const newPasswordErrors = [
  'passwords_differ',
  'password_too_short',
  'password_too_long',
  'password_too_common',
  'server_busy',
] as const satisfies readonly ErrorName[]

/** The four outcomes of a code, by what it is for. */
export const signUpCodeErrors = codeErrors('signup')
export const signInCodeErrors = codeErrors('signin')
export const resetCodeErrors = codeErrors('reset')

function codeErrors<const F extends 'signup' | 'signin' | 'reset'>(family: F) {
  return [`${family}_code_invalid`, `${family}_code_wrong`, `${family}_code_expired`, `${family}_code_used`] as const
}
