import type { ChainAnswer, TransferVerdict } from '#src/billing/networks/question-store.ts'
import { awaitAnswer, rejudge } from '#src/billing/networks/questions.ts'
import { type Findings, findPayments } from '#src/billing/operator/find.ts'
import { stateName } from '#src/billing/order/order.ts'
import { namedNetworks } from '#src/billing/settings.ts'
import { formatMicro } from '#src/contract/money.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from '../terminal/actor.ts'
import { one, parse } from '../terminal/arguments.ts'
import { show } from '../terminal/checked.ts'

const answerMs = 90_000

const find: Command = {
  name: 'payments find',
  usage: 'payments find <address|txHash|orderNo|receiptNo|email> [--json]',
  summary: 'The customer, orders, deposits and ledger rows that an address, transaction, number or e-mail leads to',
  async run(ctx, args, io) {
    const found = await findPayments(ctx, actor, one(args, this.usage))
    show(io, found, ...describeFindings(found))
  },
}

function describeFindings({ customers, orders, deposits, entries }: Findings): string[] {
  const time = (at: number) => new Date(at).toISOString()
  return [
    ...customers.map(
      ({ id, email, credit }) =>
        `customer ${email ?? 'of a deleted account'} (${id}), credit ${formatMicro(credit)} USDT`,
    ),
    ...orders.map(
      (order) =>
        `order ${order.no}  ${stateName(order)}  ${order.planId}  ${formatMicro(order.payable)} USDT  ${time(order.createdAt)}`,
    ),
    ...deposits.map(
      (seen) =>
        `deposit ${seen.state}  ${formatMicro(seen.micro)} USDT  ${seen.network} ${seen.txHash} to ${seen.address}, order ${seen.orderNo}, seen ${time(seen.at)}${seen.reason === null ? '' : `, ${seen.reason}`}`,
    ),
    ...entries.map(
      (entry) =>
        `ledger ${time(entry.at)}  ${entry.kind}  ${formatMicro(entry.micro)} USDT${entry.orderNo === null ? '' : `  order ${entry.orderNo}`}${entry.note === null ? '' : `  (${entry.note})`}`,
    ),
  ]
}

const verdicts: Record<TransferVerdict, string> = {
  confirmed: 'is confirmed and in the ledger',
  waiting: 'is on the chain and not final yet; it is judged by itself when it is',
  unclear: 'is not proven by any receipt; it stays to be judged',
  held: 'is held: the second node does not agree',
  orphaned: 'is no longer in any block of the chain',
  rejected: 'is rejected: its transaction failed',
}

const judgeAgain: Command = {
  name: 'payments rejudge',
  usage: 'payments rejudge <network> <txHash>',
  summary: 'Judge the deposits of a transaction again now: unclear, rejected, given up, or never seen',
  async run(ctx, args, io) {
    const [code, ...rest] = parse(args, {}).positionals
    const network = namedNetworks(ctx.settings).find((known) => known === code)
    const txHash = one(rest, this.usage)
    if (!network) throw new SettingsError(`Usage: ${this.usage}`)
    const question = await rejudge(ctx, actor, { network, txHash })
    io.progress('Waiting for the next scan of the network…')
    const answer = await awaitAnswer(ctx, question, { waitMs: answerMs, signal: io.signal })
    for (const line of describeAnswer(answer)) io.print(line)
  },
}

function describeAnswer(answer: ChainAnswer | null): string[] {
  if (answer === null)
    return [
      'No scan of the network has answered. Is the product running, and its network? The next scan within ten minutes answers; then run "payments find".',
    ]
  switch (answer.found) {
    case 'no_answer':
      return [`The node could not say: ${answer.message}`]
    case 'transfers':
      return answer.transfers.map(
        ({ micro, orderNo, verdict }) =>
          `${formatMicro(BigInt(micro))} USDT for order ${orderNo} ${verdicts[verdict]}.`,
      )
    case 'no_deposit':
      return ['The transaction is on the chain and pays none of our addresses. "payments list" names other tokens.']
    default:
      return ['The node knows no such transaction in a block.']
  }
}

export const findCommands: readonly Command[] = [find, judgeAgain]
