import { adjustCredit } from '#src/billing/settlement/credit.ts'
import { formatMicro, parseMicro } from '#src/contract/money.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from '../terminal/actor.ts'
import { one, parse, wordOptions, wordsIn } from '../terminal/arguments.ts'

/** An amount such as `-5`, which this command does not read as a flag. */
const amount = /^[+-]?\d+(\.\d+)?$/

export const creditAdjust: Command = {
  name: 'credit adjust',
  usage: 'credit adjust <email> <+usdt|-usdt> --reason <text> [--note <text>] [--paid]',
  summary:
    'Give or take credit by hand: promotional, or with --paid money that the customer paid; the customer is mailed the amount and the reason; only the staff read the note',
  async run(ctx, args, io) {
    // A number after `--reason` or `--note` is the text of that option.
    const at = args.findIndex((arg, index) => amount.test(arg) && !/^--(reason|note)$/.test(args[index - 1] ?? ''))
    const given = args[at] ?? ''
    const { values, positionals } = parse(
      args.filter((_, index) => index !== at),
      { ...wordOptions, paid: { type: 'boolean' } },
    )
    const email = one(positionals, this.usage)
    const size = parseMicro(given.replace(/^[+-]/, ''))
    if (size === null) throw new SettingsError(`Usage: ${this.usage}`)
    const micro = given.startsWith('-') ? -size : size
    const paid = values.paid === true
    const { left } = await adjustCredit(ctx, actor, { email, version: null, micro, paid, ...wordsIn(values) })
    io.print(`${email} has ${formatMicro(left)} USDT of credit now, and is notified.`)
  },
}
