import { contactOf } from '#src/accounts/sessions/profile.ts'
import { presentRefund } from '#src/billing/present/present-refund.ts'
import { payRefund } from '#src/billing/refunds/pay-refund.ts'
import type { Refund } from '#src/billing/refunds/refund.ts'
import { approveRefund, listRefunds, refuseRefund } from '#src/billing/refunds/refund-decisions.ts'
import { isRefusal } from '#src/contract/errors.ts'
import { errorMessage } from '#src/locales/error-message.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from '../terminal/actor.ts'
import { one, parse } from '../terminal/arguments.ts'
import { show } from '../terminal/checked.ts'

const answerMs = 90_000

export async function describeRefund(ctx: Platform, refund: Refund): Promise<string> {
  const { id, status, amount, network, address, requestedAt } = presentRefund(ctx, refund)
  const email = (await contactOf(ctx.postgres.db, refund.accountId))?.email ?? 'a deleted account'
  return `refund ${id}  ${status}  ${amount} USDT for ${email} to ${address} on ${network}, since ${new Date(requestedAt).toISOString()}`
}

const list: Command = {
  name: 'payments refund list',
  usage: 'payments refund list [--json]',
  summary: 'Refund requests that wait for you, oldest first',
  async run(ctx, _args, io) {
    const open = await listRefunds(ctx, actor)
    if (open.length === 0) io.print('No refund is requested.')
    for (const refund of open) show(io, presentRefund(ctx, refund), await describeRefund(ctx, refund))
  },
}

const approve: Command = {
  name: 'payments refund approve',
  usage: 'payments refund approve <id>',
  summary: 'Approve a refund request; its customer can no longer withdraw it',
  async run(ctx, args, io) {
    const refund = await approveRefund(ctx, actor, one(args, this.usage))
    io.print(await describeRefund(ctx, refund))
    io.print(`Send it, then: payments refund paid ${refund.id} --tx <hash>`)
  },
}

const refuse: Command = {
  name: 'payments refund refuse',
  usage: 'payments refund refuse <id> --reason <text>',
  summary: 'Decline a refund request; the amount goes back to the credit, the customer reads the reason',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { reason: { type: 'string' } })
    await refuseRefund(ctx, actor, { id: one(positionals, this.usage), reason: values.reason ?? '' })
    io.print('Declined. The amount is back in the credit.')
  },
}

const paid: Command = {
  name: 'payments refund paid',
  usage: 'payments refund paid <id> --tx <hash> [--unchecked]',
  summary: 'Record the transaction of an approved refund after looking at it on the chain',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { tx: { type: 'string' }, unchecked: { type: 'boolean' } })
    const id = one(positionals, this.usage)
    if (!values.tx) throw new SettingsError(`Usage: ${this.usage}`)
    const unchecked = values.unchecked === true
    if (!unchecked) io.progress('Waiting for the next scan of the network…')
    try {
      await payRefund(ctx, actor, { id, txHash: values.tx, unchecked }, { waitMs: answerMs, signal: io.signal })
    } catch (error) {
      if (!isRefusal(error) || error.error !== 'refund_unproven') throw error
      const problem = errorMessage('en-US', error.error, error.detail)
      throw new SettingsError(`${problem} Nothing was recorded; --unchecked records it all the same.`)
    }
    io.print('Recorded. The customer is notified.')
  },
}

export const refundCommands: readonly Command[] = [list, approve, refuse, paid]
