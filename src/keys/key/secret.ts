import type { Random } from '#src/platform/random.ts'
import { SecretForm } from '#src/platform/secrets/secret-form.ts'

export { hashSecret, maskSecret } from '#src/platform/secrets/secret-form.ts'

const form = new SecretForm('tw_live_')

export function newSecret(random: Random): string {
  return form.create(random)
}

export function isWellFormed(secret: string): boolean {
  return form.isWellFormed(secret)
}

/** The context that binds a sealed secret to its key. */
export function sealContext(keyId: string): string {
  return `api-key:${keyId}`
}
