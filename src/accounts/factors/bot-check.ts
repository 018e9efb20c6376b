import { createHash } from 'node:crypto'
import { createChallenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from '#src/contract/account/accounts.ts'
import { refuse } from '#src/contract/errors.ts'
import { isRecord } from '#src/contract/record.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import * as store from '../account/store.ts'

const lifeMs = 10 * minuteMs
const payloadLengthMax = 8_192
const iterations = 1_000
/**
 * The range of a number that the browser must find by trying. The search takes half a second: short for a person, but
 * expensive for an attacker with many requests.
 */
const counterMin = 500
const counterMax = 1_000
const challengeSecret = ['challenge', 'bot-check'] as const
const solutionSecret = ['solution', 'bot-check'] as const

/** Creates a signed challenge. Because of the signature, challenges need not be stored. */
export async function issueChallenge(ctx: Platform): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: iterations,
    counter: counterMin + ctx.random.int(counterMax - counterMin),
    deriveKey,
    data: { until: ctx.clock.now() + lifeMs },
    hmacSignatureSecret: ctx.keyring.sign(...challengeSecret),
    hmacKeySignatureSecret: ctx.keyring.sign(...solutionSecret),
  })
}

/**
 * Throws `bot_check_required` unless `verification` is a fresh solution of our challenge that nobody has used before.
 */
export async function requireBotCheck(ctx: Platform, verification: string | undefined): Promise<void> {
  const payload = readPayload(verification)
  if (!payload || !(await isSolved(ctx, payload))) throw refuse('bot_check_required', { param: 'verification' })
  const until = Number(payload.challenge.parameters.data?.until)
  const fingerprint = createHash('sha256').update(String(payload.challenge.signature)).digest('hex')
  if (until <= ctx.clock.now() || !(await store.spendBotCheck(ctx.postgres.db, fingerprint, until)))
    throw refuse('bot_check_required', { param: 'verification' })
}

async function isSolved(ctx: Platform, payload: Payload): Promise<boolean> {
  const solutionSecrets = ctx.keyring.signatures(...solutionSecret)
  try {
    for (const [at, hmacSignatureSecret] of ctx.keyring.signatures(...challengeSecret).entries()) {
      const hmacKeySignatureSecret = solutionSecrets[at] ?? ''
      const { verified } = await verifySolution({ ...payload, deriveKey, hmacSignatureSecret, hmacKeySignatureSecret })
      if (verified) return true
    }
    return false
  } catch {
    // The library throws for parameters that our challenges never have.
    return false
  }
}

/** base64 of `{challenge, solution}`, as the ALTCHA widget writes it. */
function readPayload(verification: string | undefined): Payload | null {
  if (!verification || verification.length > payloadLengthMax) return null
  try {
    const value: unknown = JSON.parse(Buffer.from(verification, 'base64').toString())
    return isPayload(value) ? value : null
  } catch {
    // The text is not in the widget's form, so nothing is solved.
    return null
  }
}

function isPayload(value: unknown): value is Payload {
  if (!isRecord(value)) return false
  const { challenge, solution } = value
  if (!isRecord(challenge) || !isRecord(challenge.parameters) || !isRecord(solution)) return false
  return (
    challenge.parameters.algorithm === 'PBKDF2/SHA-256' &&
    challenge.parameters.cost === iterations &&
    typeof challenge.signature === 'string' &&
    typeof solution.counter === 'number' &&
    typeof solution.derivedKey === 'string'
  )
}
