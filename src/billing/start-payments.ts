import { minuteMs } from '#src/contract/time.ts'
import { leaseOwner } from '#src/platform/leases/lease.ts'
import { every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { httpTransport, type JsonRpc, jsonRpc, stoppable } from './chains/json-rpc.ts'
import { type Network, type NetworkCode, networksOf } from './chains/network.ts'
import { paced } from './chains/pace.ts'
import { carryOutDue } from './operator/waiting-acts.ts'
import { remindOfExpiry } from './renewal/expiry.ts'
import { renewDue } from './renewal/renew-due.ts'
import { SandboxNetwork } from './sandbox/sandbox-network.ts'
import type { NodeSecrets } from './settings.ts'
import { mailCredits } from './settlement/credit-notices.ts'
import { openWatch } from './watcher/network/watch.ts'
import { Watcher } from './watcher/watcher.ts'

/** Repeated jobs of every payments process. Each job itself prevents two processes from doing the same work. */
const rounds = [
  {
    everyMs: 10 * minuteMs,
    run: remindOfExpiry,
    failed: 'reminders of ending subscriptions could not be sent; tried again later',
  },
  {
    everyMs: minuteMs,
    run: renewDue,
    failed: 'subscriptions could not be renewed; tried again later',
  },
  { everyMs: minuteMs, run: carryOutDue, failed: 'acts that waited 24 hours could not be done; tried again later' },
  { everyMs: minuteMs / 2, run: mailCredits, failed: 'mails about credit could not be sent; tried again later' },
]

type NodesOf = (code: NetworkCode) => NodeSecrets

/**
 * Watches every network, renews subscriptions, mails customers about ending subscriptions and about credit, and does
 * the acts of the staff that are due.
 */
export async function startPayments(ctx: Platform, nodesOf: NodesOf): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  const nodeCalls = ctx.metrics.counter('tapewire_payment_node_calls_total', 'Calls to the nodes of a network.', [
    'network',
  ])
  for (const network of networksOf(ctx.settings)) {
    const { nodes, second } = await sources(ctx, network, nodesOf, stack)
    const stop = new AbortController()
    let calls = 0
    const pacedCall = (call: JsonRpc) => paced(stoppable(call, stop.signal), network.callsPerSecond, ctx.clock)
    const counted = (call: JsonRpc): JsonRpc =>
      pacedCall((method, params) => {
        calls++
        nodeCalls.inc({ network: network.code })
        return call(method, params)
      })
    const countedNodes = { nodes: nodes.map(counted), second: second && pacedCall(second) }
    const watcher = stack.use(new Watcher(openWatch(ctx, network, countedNodes, leaseOwner(ctx)), () => calls))
    stack.defer(() => stop.abort())
    await watcher.start()
  }
  for (const { everyMs, run, failed } of rounds) stack.use(every(ctx, { everyMs, failed }, () => run(ctx)))
  return stack.move()
}

async function sources(
  ctx: Platform,
  network: Network,
  nodesOf: NodesOf,
  stack: AsyncDisposableStack,
): Promise<{ nodes: JsonRpc[]; second: JsonRpc | null }> {
  if (ctx.settings.mode === 'sandbox') {
    const sandbox = stack.use(await SandboxNetwork.open(ctx, network))
    return { nodes: [jsonRpc(sandbox.transport)], second: null }
  }
  return callsTo(nodesOf(network.code))
}

export function callsTo({ rpcUrls, rpcHeader, secondUrl, secondHeader }: NodeSecrets): {
  nodes: JsonRpc[]
  second: JsonRpc | null
} {
  const call = (url: string, own: string | null) => jsonRpc(httpTransport({ url, headers: headersOf(own) }))
  return {
    nodes: (rpcUrls ?? []).map((url) => call(url, rpcHeader)),
    second: secondUrl === null ? null : call(secondUrl, secondHeader),
  }
}

/** Parses `Name: value`, the header by which hosted nodes receive their API key. */
export function headersOf(header: string | null): Record<string, string> {
  if (header === null) return {}
  const colon = header.indexOf(':')
  return { [header.slice(0, colon).trim().toLowerCase()]: header.slice(colon + 1).trim() }
}
