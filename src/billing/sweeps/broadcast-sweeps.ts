import { formatMicro } from '#src/contract/money.ts'
import { isRecord } from '#src/contract/record.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Clock } from '#src/platform/clock.ts'
import { readAtMost } from '#src/platform/http/read-at-most.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { chainNode, type Receipt } from '../chains/chain-node.ts'
import type { JsonRpc } from '../chains/json-rpc.ts'
import { microOf } from '../chains/token-amount.ts'
import type { Hash } from '../chains/transfer.ts'
import type { SignedSweeps } from './sweep-list.ts'

type Signed = SignedSweeps['transactions'][number]

/** Sends one signed transaction to the network. Throws with the node's message when the node refuses it. */
export type SendRaw = (raw: string) => Promise<void>

type Node = { call: JsonRpc; send: SendRaw; signal: AbortSignal }

export type SweepSent = { network: string; address: string; txHash: string; amount: string }

const pollEveryMs = 3_000
const patienceMs = 15 * minuteMs

/**
 * Sends the coins for gas and waits, then empties the addresses and waits. It may be repeated with the same file.
 * `label`: the name of the network in the returned lines.
 */
export async function broadcastSweeps(
  ctx: Platform,
  actor: Actor,
  { tokenDecimals, transactions }: SignedSweeps,
  node: Node,
  label: string,
  say: (line: string) => void,
): Promise<{ sent: SweepSent[]; failed: string[] }> {
  await requireStaff(ctx, actor, 'payment.sweep')
  const failed: string[] = []
  const sent: SweepSent[] = []
  for (const purpose of ['gas', 'sweep'] as const) {
    const ours = transactions.filter((transaction) => transaction.purpose === purpose)
    const accepted: Signed[] = []
    for (const transaction of ours) {
      const refusal = await sendOnce(node, transaction)
      if (refusal === null) accepted.push(transaction)
      else failed.push(`${transaction.address}: ${refusal}`)
    }
    say(`${purpose}: ${accepted.length} of ${ours.length} sent`)
    for (const transaction of accepted) {
      const receipt = await untilMined(ctx.clock, node, transaction)
      if (!receipt?.succeeded) failed.push(`${transaction.address}: ${receipt ? 'failed' : 'not mined'}`)
      else if (purpose === 'sweep') sent.push(sentOf(label, transaction, tokenDecimals))
    }
  }
  return { sent, failed }
}

async function sendOnce({ call, send }: Node, { raw, hash }: Signed): Promise<string | null> {
  if (await chainNode(call, '0x').receipt(hashOf(hash))) return null
  try {
    await send(raw)
    return null
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    return /already known|already imported|dup_transaction/i.test(words) ? null : words
  }
}

async function untilMined(clock: Clock, { call, signal }: Node, { hash }: Signed): Promise<Receipt | null> {
  const until = clock.now() + patienceMs
  for (;;) {
    const receipt = await chainNode(call, '0x').receipt(hashOf(hash))
    if (receipt || clock.now() > until) return receipt
    await clock.sleep(pollEveryMs, signal)
  }
}

function sentOf(network: string, { address, hash, amount }: Signed, tokenDecimals: number): SweepSent {
  return { network, address, txHash: hash, amount: formatMicro(microOf(BigInt(amount), tokenDecimals)) }
}

/** TRON writes transaction ids without the prefix that JSON-RPC requires. */
function hashOf(text: string): Hash {
  return `0x${text.replace(/^0x/, '')}`
}

export function sendOverJsonRpc(call: JsonRpc): SendRaw {
  return async (raw) => {
    await call('eth_sendRawTransaction', [raw])
  }
}

const answerBytesMax = 64 * 1024

/** TRON's JSON-RPC accepts no transactions, so they go to the HTTP API of the same node. */
export function sendToTron(jsonRpcUrl: string, headers: Record<string, string>): SendRaw {
  const url = new URL('/wallet/broadcasthex', jsonRpcUrl)
  return async (raw) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ transaction: raw }),
      redirect: 'error',
      signal: AbortSignal.timeout(30_000),
    })
    const body: unknown = JSON.parse((await readAtMost(response, answerBytesMax)).toString())
    const answer = isRecord(body) ? body : {}
    if (answer.result !== true) throw new Error(`${answer.code ?? response.status} ${answer.message ?? ''}`.trim())
  }
}
