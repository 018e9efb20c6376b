import { extendSubscription, grantSubscription } from '#src/billing/operator/grant.ts'
import { parseMicro } from '#src/contract/money.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from '../terminal/actor.ts'
import { one, parse, wordOptions, wordsIn } from '../terminal/arguments.ts'
import { planIdFrom } from '../terminal/plan-ids.ts'

const text = { type: 'string' } as const

const grant: Command = {
  name: 'subscription grant',
  usage:
    'subscription grant <email> --plan <planId> --months <n> [--paid <usdt> --reference <text>] [--reason <text>] [--note <text>]',
  summary:
    'Open a plan without an order, enterprise included, free or for what was paid outside; only you renew or upgrade it. The customer is mailed the reason',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, {
      plan: text,
      months: text,
      paid: text,
      reference: text,
      ...wordOptions,
    })
    const email = one(positionals, this.usage)
    const planId = planIdFrom(ctx, values.plan, true)
    const months = Number(values.months)
    const { expiresAt } = await grantSubscription(ctx, actor, {
      email,
      version: null,
      planId,
      months,
      ...wordsIn(values),
      paid: values.paid === undefined ? null : { micro: readPrice(values.paid), reference: values.reference ?? '' },
    })
    io.print(`${email} has ${planId} until ${new Date(expiresAt).toISOString()}, as a customised plan.`)
  },
}

const extend: Command = {
  name: 'subscription extend',
  usage: 'subscription extend <email> --days <n> [--plan <planId>] [--reason <text>] [--note <text>]',
  summary: 'Give days to what a customer has paid for: every running plan, or the one that ended last',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { days: { type: 'string' }, plan: { type: 'string' }, ...wordOptions })
    const email = one(positionals, this.usage)
    const planId = values.plan === undefined ? null : planIdFrom(ctx, values.plan, true)
    const input = { email, version: null, days: Number(values.days), planId, ...wordsIn(values) }
    const extended = await extendSubscription(ctx, actor, input)
    for (const { planId, expiresAt } of extended)
      io.print(`${email} has ${planId} until ${new Date(expiresAt).toISOString()}.`)
  },
}

function readPrice(given: string): bigint {
  const micro = parseMicro(given)
  if (micro === null) throw new SettingsError('--paid takes an amount in USDT, such as 4800.')
  return micro
}

export const subscriptionCommands: readonly Command[] = [grant, extend]
