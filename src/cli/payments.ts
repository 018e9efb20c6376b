import { parseArgs } from 'node:util'
import { networkCodes } from '#src/billing/chains/network.ts'
import { grantSubscription } from '#src/billing/grant.ts'
import {
  closeHeld,
  heldPayments,
  networkHealth,
  noteRefund,
  noteSweep,
  settleByHand,
  sweepList,
} from '#src/billing/held-payments.ts'
import type { IncidentKind } from '#src/billing/incidents.ts'
import { type Order, stateName } from '#src/billing/order.ts'
import { orderStory, tellDetail } from '#src/billing/order-story.ts'
import { isRefusal } from '#src/contract/errors.ts'
import { formatMicro, parseMicro } from '#src/contract/money.ts'
import { errorMessage } from '#src/locales/error-message.ts'
import type { Command } from '#src/platform/control.ts'
import { SettingsError } from '#src/platform/settings.ts'

const actor = { kind: 'operator-cli' } as const

/** What each kind of held payment means, and what to do. */
const reasons: Record<IncidentKind, string> = {
  sources_disagree: 'Two nodes tell different stories about a large deposit. It is credited by itself once they agree.',
  balance_unexplained:
    'An address holds more than any transfer explains. Look at it in an explorer; the node may be incomplete.',
  balance_dropped:
    'An address holds less than was credited: swept without a note, frozen, or taken back by a deep reorganisation.',
  native_coin: 'Native coin was sent to a deposit address. It is not credited; return it by hand if you wish.',
  chain_changed: 'The node is on another chain than this installation has always used. The network is stopped.',
  no_trusted_node:
    'No node of the network can be believed at the moment. Nothing is sold or expires there; it recovers by itself.',
  xpub_changed: 'The extended public key differs from the one in the database. The network is stopped.',
  token_changed: 'The token contract is missing, or has other decimals or another symbol. The network is stopped.',
  address_mismatch:
    'A stored deposit address is not the one that was derived. Somebody may have written to the database.',
  deposit_unclear: 'A transfer was seen, but no receipt proves it. It is judged again at each look.',
  transfer_rejected: 'A transfer looked like a payment, but its transaction had failed.',
  not_settled:
    'A deposit is final but could not be booked. It is tried again at each look; if this stays, tell the makers.',
  not_openable: 'Paid in full, but what was ordered could no longer be opened. The money is the customer’s credit.',
}

const list: Command = {
  name: 'payments list',
  usage: 'payments list',
  summary: 'Held payments and networks that need a person, with the reason',
  async run(ctx, _args, io) {
    for (const line of await networkHealth(ctx)) io.print(line)
    const held = await heldPayments(ctx)
    if (held.length === 0) io.print('Nothing is held.')
    for (const incident of held) {
      io.print(
        `#${incident.id}  ${incident.kind}  ${incident.subject}  since ${new Date(incident.openedAt).toISOString()}`,
      )
      io.print(`      ${reasons[incident.kind]}`)
      io.print(`      ${tellDetail(incident.detail)}`)
    }
  },
}

const explain: Command = {
  name: 'payments explain',
  usage: 'payments explain <orderNo>',
  summary: 'Everything that happened to an order and its money',
  async run(ctx, args, io) {
    for (const line of await orderStory(ctx, one(args, this.usage))) io.print(line)
  },
}

function unsettled({ problem, order }: { problem: 'closed' | 'not_openable'; order: Order }): string {
  if (problem === 'closed')
    return `Order ${order.no} is ${stateName(order)}; only a pending or timed-out order can be settled.`
  return `What order ${order.no} asks for cannot be opened any more: its key ran out or changed. "subscription grant" opens a plan without an order.`
}

const settle: Command = {
  name: 'payments settle',
  usage: 'payments settle <orderNo> --reason <text>',
  summary: 'Complete a pending or timed-out order by hand; what is missing is written off',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { reason: { type: 'string' } })
    const settled = await settleByHand(ctx, actor, one(positionals, this.usage), values.reason ?? '')
    if ('problem' in settled) throw new SettingsError(unsettled(settled))
    io.print(`Order ${settled.no} is completed.`)
  },
}

const refund: Command = {
  name: 'payments refund',
  usage: 'payments refund <email> --amount <usdt> --to <address> --tx <hash> [--note <text>]',
  summary: 'Note a refund that you have sent, to the address the customer named (never the sender)',
  async run(ctx, args, io) {
    const text = { type: 'string' } as const
    const { values, positionals } = parse(args, { amount: text, to: text, tx: text, note: text })
    const micro = parseMicro(values.amount ?? '')
    if (micro === null || !values.to || !values.tx) throw new SettingsError(`Usage: ${this.usage}`)
    const email = one(positionals, this.usage)
    const { left } = await noteRefund(ctx, actor, {
      email,
      micro,
      to: values.to,
      txHash: values.tx,
      note: values.note ?? '',
    })
    io.print(`Noted. ${formatMicro(left)} USDT of credit are left.`)
  },
}

const sweep: Command = {
  name: 'payments sweep-list',
  usage: 'payments sweep-list',
  summary: 'Addresses that hold money, as CSV for the offline signing tool',
  async run(ctx, _args, io) {
    for (const line of await sweepList(ctx)) io.print(line)
  },
}

const swept: Command = {
  name: 'payments swept',
  usage: 'payments swept <network> <index> <txHash> <usdt>',
  summary: 'Note that an address was emptied, so that the balance audit expects it',
  async run(ctx, [network, index, txHash, amount], io) {
    const code = networkCodes.find((known) => known === network)
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

const grant: Command = {
  name: 'subscription grant',
  usage: 'subscription grant <email> --plan <planId> --months <n>',
  summary: 'Open a plan without an order: customised deals, enterprise included',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { plan: { type: 'string' }, months: { type: 'string' } })
    const email = one(positionals, this.usage)
    const months = Number(values.months)
    const { expiresAt } = await grantSubscription(ctx, actor, { email, planId: values.plan ?? '', months })
    io.print(`${email} has ${values.plan} until ${new Date(expiresAt).toISOString()}.`)
  },
}

export const paymentCommands: readonly Command[] = [list, explain, settle, refund, sweep, swept, close, grant].map(
  spoken,
)

/** Refusals are told in words, as everywhere. */
function spoken(command: Command): Command {
  return {
    ...command,
    async run(ctx, args, io) {
      try {
        await command.run(ctx, args, io)
      } catch (error) {
        if (isRefusal(error) && error.error === 'not_found')
          throw new SettingsError(`There is nothing of that number: ${args[0]}.`)
        if (isRefusal(error)) throw new SettingsError(errorMessage('en-US', error.error, error.detail))
        throw error
      }
    },
  }
}

type Options = Record<string, { type: 'string' }>

function parse<const O extends Options>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new SettingsError(error instanceof Error ? error.message : String(error))
  }
}

function one(args: readonly string[], usage: string): string {
  const [value, ...more] = args
  if (!value || more.length > 0) throw new SettingsError(`Usage: ${usage}`)
  return value
}
