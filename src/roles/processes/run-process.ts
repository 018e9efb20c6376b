import { processRoles } from '#src/platform/processes/process.ts'
import type { SupervisorLink } from '#src/platform/processes/supervisor-link.ts'
import type { Command } from '#src/platform/server/control.ts'
import type { Config } from '#src/platform/settings.ts'
import { openStartingSite } from '#src/site/server/starting-site.ts'
import { loadRoles, type ProductOptions, startProduct } from '../product.ts'
import { importProcesses } from './import-runner.ts'

const away = {
  data: 'pages and payments are away: their process is starting again',
  site: 'live data and history are away: their process is starting again',
}

/** Starts the product as a child process: with fewer roles, and with the stores that other processes hold. */
export async function startChild(
  { settings, secrets }: Config,
  link: SupervisorLink,
  options: Omit<ProductOptions, 'commands' | 'starting'>,
  loadCommands: () => Promise<readonly Command[]>,
): Promise<AsyncDisposable> {
  const roles = [...processRoles[link.name]]
  await using stack = new AsyncDisposableStack()
  const starting = link.name === 'site' ? await openStartingSite(settings, options.log) : null
  if (starting) stack.use(starting)
  link.onProgress = (line) => starting?.show(line)
  await loadRoles(roles)
  // Commands run in the site process, where they delay no data.
  const commands = link.name === 'site' ? await loadCommands() : []
  const child = await untilBegun(link, options.signal)
  const product = await startProduct(
    { settings: { ...settings, roles }, secrets },
    {
      ...options,
      commands,
      child,
      starting,
      ...(link.name === 'site' && { importsBy: importProcesses }),
      progress: (line) => link.say({ kind: 'progress', line }),
    },
  )
  const { ctx, readiness, sitePort, gatewayPort, sandboxLink } = product
  link.onNeighbour = (isUp) => readiness.degrade('neighbour', isUp ? [] : [away[link.name]])
  link.work = () => ctx.loop.last
  link.metrics = () => ctx.metrics.text()
  link.say({ kind: 'ready', sitePort, gatewayPort, sandboxLink })
  return product
}

function untilBegun(link: SupervisorLink, signal: AbortSignal): Promise<Awaited<SupervisorLink['begun']>> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return Promise.race([link.begun, promise])
}
