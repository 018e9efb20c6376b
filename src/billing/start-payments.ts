import type { Platform } from '#src/platform/platform.ts'
import type { Secrets } from '#src/platform/settings.ts'
import { httpTransport, type JsonRpc, jsonRpc } from './chains/json-rpc.ts'
import { type Network, networksOf } from './chains/network.ts'
import { paced } from './chains/pace.ts'
import { ExpiryNotices } from './expiry.ts'
import { SandboxNetwork } from './sandbox/sandbox-network.ts'
import { openWatch } from './watcher/watch.ts'
import { Watcher } from './watcher/watcher.ts'

/** Watches every network there is, and reminds of subscriptions that end. */
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
  stack.use(new ExpiryNotices(ctx)).start()
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
  const headers = headersOf(configured.header)
  return {
    nodes: configured.urls.map((url) => jsonRpc(httpTransport({ url, headers }))),
    second:
      configured.second === null
        ? null
        : jsonRpc(httpTransport({ url: configured.second, headers: headersOf(configured.secondHeader) })),
  }
}

/** `Name: value`, as hosted nodes ask for their API key. */
function headersOf(header: string | null): Record<string, string> {
  if (header === null) return {}
  const colon = header.indexOf(':')
  return { [header.slice(0, colon).trim().toLowerCase()]: header.slice(colon + 1).trim() }
}
