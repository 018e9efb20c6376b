import { minuteMs } from '#src/contract/time.ts'
import { every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { PaymentRpcSecrets, Secrets } from '#src/platform/settings.ts'
import { httpTransport, type JsonRpc, jsonRpc } from './chains/json-rpc.ts'
import { type Network, networksOf } from './chains/network.ts'
import { paced } from './chains/pace.ts'
import { SandboxNetwork } from './sandbox/sandbox-network.ts'
import { mailCredits } from './settlement/credit-notices.ts'
import { remindOfExpiry } from './settlement/expiry.ts'
import { openWatch } from './watcher/watch.ts'
import { Watcher } from './watcher/watcher.ts'

/** Done in every process; each sees to it that what two of them do is done once. */
const rounds = [
  {
    everyMs: 10 * minuteMs,
    run: remindOfExpiry,
    failed: 'reminders of ending subscriptions could not be sent; tried again later',
  },
  { everyMs: 10_000, run: mailCredits, failed: 'mails about credit could not be sent; tried again later' },
]

/** Watches every network there is, reminds of subscriptions that end, and tells of credit. */
export async function startPayments(ctx: Platform, secrets: Secrets): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  for (const network of networksOf(ctx.settings)) {
    const { nodes, second } = await sources(ctx, network, secrets, stack)
    let calls = 0
    const counted = (call: JsonRpc): JsonRpc =>
      paced(
        (method, params) => {
          calls++
          ctx.metrics.count('payment_node_calls_total', 'Questions asked of nodes.', { network: network.code })
          return call(method, params)
        },
        network.callsPerSecond,
        ctx.clock,
      )
    const asked = { nodes: nodes.map(counted), second: second && paced(second, network.callsPerSecond, ctx.clock) }
    const watcher = stack.use(new Watcher(openWatch(ctx, network, asked, `payments-${ctx.random.uuid()}`), () => calls))
    await watcher.start()
  }
  for (const { everyMs, run, failed } of rounds) stack.use(every(ctx, { everyMs, failed }, () => run(ctx)))
  return stack.move()
}

async function sources(
  ctx: Platform,
  network: Network,
  secrets: Secrets,
  stack: AsyncDisposableStack,
): Promise<{ nodes: JsonRpc[]; second: JsonRpc | null }> {
  if (ctx.settings.mode === 'sandbox') {
    const sandbox = stack.use(await SandboxNetwork.open(ctx, network))
    return { nodes: [jsonRpc(sandbox.transport)], second: null }
  }
  const configured = secrets.paymentRpc?.[network.code]
  if (!configured) throw new Error(`${network.code} has no node to ask`)
  return nodesOf(configured)
}

export function nodesOf({ urls, header, second, secondHeader }: PaymentRpcSecrets): {
  nodes: JsonRpc[]
  second: JsonRpc | null
} {
  const call = (url: string, own: string | null) => jsonRpc(httpTransport({ url, headers: headersOf(own) }))
  return { nodes: urls.map((url) => call(url, header)), second: second === null ? null : call(second, secondHeader) }
}

/** `Name: value`, as hosted nodes ask for their API key. */
export function headersOf(header: string | null): Record<string, string> {
  if (header === null) return {}
  const colon = header.indexOf(':')
  return { [header.slice(0, colon).trim().toLowerCase()]: header.slice(colon + 1).trim() }
}
