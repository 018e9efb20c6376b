import { incidentWords } from '#src/billing/deposits/incident-words.ts'
import { describeHealth, type NetworkHealth, networkHealth } from '#src/billing/networks/network-health.ts'
import { closeHeld, heldPayments, noteSweep, settleByHand, sweepList } from '#src/billing/operator/held-payments.ts'
import { describeDetail, describeOrderStory } from '#src/billing/operator/order-story.ts'
import { type Order, stateName } from '#src/billing/order/order.ts'
import { presentRefund } from '#src/billing/present/present-refund.ts'
import { noteRefund } from '#src/billing/refunds/note-refund.ts'
import { listRefunds } from '#src/billing/refunds/refund-decisions.ts'
import { namedNetworks } from '#src/billing/settings.ts'
import { formatMicro, parseMicro } from '#src/contract/money.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from '../terminal/actor.ts'
import { one, parse, wordOptions, wordsIn } from '../terminal/arguments.ts'
import { show } from '../terminal/checked.ts'
import { alertTest } from './alert.ts'
import { networkCommands } from './network.ts'
import { describeRefund } from './refund.ts'

const list: Command = {
  name: 'payments list',
  usage: 'payments list [--json]',
  summary: 'Held payments, refund requests and networks that need a person, with the reason',
  async run(ctx, _args, io) {
    const health = await networkHealth(ctx)
    for (const network of health) {
      const lines = describeHealth(network, ctx.clock.now())
      if (lines.length > 0) show(io, { network: network.network.code, problems: lines }, ...lines)
    }
    for (const refund of await listRefunds(ctx, actor))
      show(io, { refund: presentRefund(ctx, refund) }, await describeRefund(ctx, refund))
    const held = await heldPayments(ctx, actor)
    if (held.length === 0) io.print(nothingHeld(health))
    for (const incident of held) {
      show(
        io,
        { held: incident },
        `#${incident.id}  ${incident.kind}  ${incident.subject}  since ${new Date(incident.openedAt).toISOString()}`,
        `      ${incidentWords[incident.kind]}`,
        `      ${describeDetail(incident.detail)}`,
      )
    }
  },
}

function nothingHeld(health: readonly NetworkHealth[]): string {
  const closed = health.filter(({ closed }) => closed !== null).map(({ network }) => network.code)
  return closed.length === 0 ? 'Nothing is held.' : `Nothing is held, but nothing is sold on ${closed.join(' and ')}.`
}

const explain: Command = {
  name: 'payments explain',
  usage: 'payments explain <orderNo> [--json]',
  summary: 'Everything that happened to an order and its money',
  async run(ctx, args, io) {
    for (const line of await describeOrderStory(ctx, actor, one(args, this.usage))) show(io, { line }, line)
  },
}

function unsettled({ problem, order }: { problem: 'closed' | 'not_openable'; order: Order }): string {
  if (problem === 'closed')
    return `Order ${order.no} is ${stateName(order)}; only a pending or timed-out order can be settled.`
  return `Order ${order.no} can no longer open its plan: its key has ended or changed. "subscription grant" opens a plan without an order.`
}

const settle: Command = {
  name: 'payments settle',
  usage: 'payments settle <orderNo> --reason <text> [--note <text>]',
  summary:
    'Complete a pending or timed-out order by hand; what is missing is written off, the customer reads the reason',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, wordOptions)
    const orderNo = one(positionals, this.usage)
    const settled = await settleByHand(ctx, actor, { orderNo, ...wordsIn(values) })
    if ('problem' in settled) throw new SettingsError(unsettled(settled))
    io.print(`Order ${settled.no} is completed.`)
  },
}

const refund: Command = {
  name: 'payments refund',
  usage: 'payments refund <email> --amount <usdt> --to <address> --tx <hash> [--reason <text>] [--note <text>]',
  summary:
    'Note a refund that you have sent, to the address the customer named (never the sender); the customer reads the reason',
  async run(ctx, args, io) {
    const text = { type: 'string' } as const
    const { values, positionals } = parse(args, { amount: text, to: text, tx: text, ...wordOptions })
    const micro = parseMicro(values.amount ?? '')
    if (micro === null || !values.to || !values.tx) throw new SettingsError(`Usage: ${this.usage}`)
    const email = one(positionals, this.usage)
    const { left } = await noteRefund(ctx, actor, {
      email,
      version: null,
      micro,
      to: values.to,
      txHash: values.tx,
      ...wordsIn(values),
    })
    io.print(`Noted. ${formatMicro(left)} USDT of credit are left.`)
  },
}

const sweep: Command = {
  name: 'payments sweep-list',
  usage: 'payments sweep-list',
  summary: 'Addresses that hold money, as CSV for the offline signing tool',
  async run(ctx, _args, io) {
    for (const line of await sweepList(ctx, actor)) io.print(line)
  },
}

const swept: Command = {
  name: 'payments swept',
  usage: 'payments swept <network> <index> <txHash> <usdt>',
  summary: 'Note that an address was emptied, so that the balance audit expects it',
  async run(ctx, [network, index, txHash, amount], io) {
    const code = namedNetworks(ctx.settings).find((known) => known === network)
    const micro = parseMicro(amount ?? '')
    if (!code || !/^\d{1,9}$/.test(index ?? '') || !txHash || micro === null)
      throw new SettingsError(`Usage: ${this.usage}`)
    await noteSweep(ctx, actor, { network: code, index: Number(index), txHash, micro })
    io.print('Noted.')
  },
}

const close: Command = {
  name: 'payments close',
  usage: 'payments close <number> --note <text>',
  summary: 'Close a held payment after looking at it',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { note: { type: 'string' } })
    await closeHeld(ctx, actor, one(positionals, this.usage).replace('#', ''), values.note ?? '')
    io.print('Closed.')
  },
}

export const paymentCommands: readonly Command[] = [
  list,
  explain,
  settle,
  refund,
  sweep,
  swept,
  close,
  ...networkCommands,
  alertTest,
]
