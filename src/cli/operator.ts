import { grantOperator } from '#src/accounts/grant.ts'
import { isRefusal } from '#src/contract/errors.ts'
import type { Command } from '#src/platform/control.ts'
import { SettingsError } from '#src/platform/settings.ts'

const usage = 'operator grant <email>'

/** Makes a person an operator. */
export const operator: Command = {
  name: 'operator',
  usage,
  summary: 'Give a person with an account the operator role',
  async run(ctx, [verb, email, ...more], io) {
    if (verb !== 'grant' || !email || more.length > 0) throw new SettingsError(`Usage: ${usage}`)
    try {
      const granted = await grantOperator(ctx, { kind: 'operator-cli' }, email)
      io.print(`${granted.email} is an operator now, from the next sign-in on.`)
    } catch (error) {
      if (isRefusal(error) && error.error === 'email_unknown')
        throw new SettingsError(`${email} has no account here. The person signs up first; then run this again.`)
      throw error
    }
  },
}
