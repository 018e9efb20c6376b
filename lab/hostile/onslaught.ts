import { type Attack, requestOf, type Sender } from './attacks.ts'
import { mayStayUnanswered, type RawAnswer, sendRaw } from './raw-http.ts'
import type { Target } from './target.ts'

export type Fault = { attack: string; status: number; body: string }
export type Block = { attack: string; ms: number }

export type Report = {
  requests: number
  /** Responses with a status from 500 on that are not a named refusal, and connections closed without a response. */
  faults: Fault[]
  /** Requests that blocked the event loop in each of three repeats. */
  blocks: Block[]
  /** The number of responses `503` with a named refusal, by which the product protects itself. */
  busy: number
}

export const blockedMsMax = 100
const batchSize = 64
const concurrency = 4
const repeats = 3

export function emptyReport(): Report {
  return { requests: 0, faults: [], blocks: [], busy: 0 }
}

/** Sends every attack and adds its outcome to `report`. Continues after a fault, so that one run finds everything. */
export async function send(target: Target, attacks: Iterable<Attack>, report: Report): Promise<void> {
  let batch: Attack[] = []
  const flush = async () => {
    if (batch.length > 0) await sendBatch(target, batch, report)
    batch = []
  }
  for (const attack of attacks) if (batch.push(attack) === batchSize) await flush()
  await flush()
}

async function sendBatch(target: Target, batch: readonly Attack[], report: Report): Promise<void> {
  const sender = { target, identities: await target.identities() }
  await target.longestBlock()
  await sendAll(sender, batch, report)
  if ((await target.longestBlock()) <= blockedMsMax) return
  await sendAll(sender, batch, report)
  if ((await target.longestBlock()) <= blockedMsMax) return
  for (const attack of batch) {
    const ms = await shortestBlock(sender, attack, report)
    if (ms > blockedMsMax) report.blocks.push({ attack: nameOf(attack), ms: Math.round(ms) })
  }
}

async function sendAll(sender: Sender, batch: readonly Attack[], report: Report): Promise<void> {
  const waiting = [...batch]
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await sendOne(sender, next, report)
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}

/**
 * The shortest block of three repeats. A request that really blocks does so each time; compilation and garbage
 * collection do not.
 */
async function shortestBlock(sender: Sender, attack: Attack, report: Report): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let times = 0; times < repeats && least > blockedMsMax; times += 1) {
    await sendOne(sender, attack, report)
    least = Math.min(least, await sender.target.longestBlock())
  }
  return least
}

async function sendOne(sender: Sender, attack: Attack, report: Report): Promise<void> {
  const request = requestOf(attack, sender)
  const answer = await sendRaw(request)
  report.requests += 1
  judge(nameOf(attack), answer, mayStayUnanswered(request), report)
}

export function judge(attack: string, { status, body }: RawAnswer, mayBeSilent: boolean, report: Report): void {
  if (status === 503 && /"code":\s*503\b/.test(body)) report.busy += 1
  else if (status >= 500 || (status === 0 && !mayBeSilent))
    report.faults.push({ attack, status, body: body.slice(0, 300) })
}

export function nameOf({ endpoint, name }: Attack): string {
  return `${endpoint.method} ${endpoint.origin}${endpoint.path}: ${name}`
}

export function describeReport({ requests, faults, blocks, busy }: Report): string {
  return `${requests} requests: ${faults.length} faults, ${blocks.length} blocks over ${blockedMsMax} ms, ${busy} refused as busy`
}
