import { isGateway, otherEnds, type ProcessName, startedProcesses } from '#src/platform/processes/process.ts'
import type { SupervisorLink } from '#src/platform/processes/supervisor-link.ts'
import type { Command } from '#src/platform/server/control.ts'
import type { Config } from '#src/platform/settings.ts'
import { openStartingSite } from '#src/site/server/starting-site.ts'
import { loadRoles, type ProductOptions, startProduct } from '../product.ts'
import { importProcesses } from './import-runner.ts'

function awayText(name: ProcessName): string {
  if (isGateway(name)) return `${name} is away: its process is starting again`
  const lost = name === 'data' ? 'live data and history' : 'pages and payments'
  return `${lost} are away: their process is starting again`
}

/** Starts the product in a child process, with only the roles of the child's plan. */
export async function startChild(
  { settings, secrets }: Config,
  link: SupervisorLink,
  options: Omit<ProductOptions, 'commands' | 'starting'>,
  loadCommands: () => Promise<readonly Command[]>,
): Promise<AsyncDisposable> {
  const { name, roles } = link.plan
  await using stack = new AsyncDisposableStack()
  const starting = name === 'site' ? await openStartingSite(settings, options.log) : null
  if (starting) stack.use(starting)
  link.onProgress = (line) => starting?.show(line)
  await loadRoles(roles)
  // Commands run in the site process, where they do not delay data, or in the first gateway if there is no site
  // process.
  const runsCommands = settings.roles.includes('site') ? name === 'site' : name === 'gateway-1'
  const commands = runsCommands ? await loadCommands() : []
  const child = await untilBegun(link, options.signal)
  const product = await startProduct(
    { settings: { ...settings, roles: [...roles] }, secrets },
    {
      ...options,
      commands,
      child,
      starting,
      drain: () => link.drain,
      ...(name === 'site' && { importsBy: importProcesses }),
      progress: (line) => link.say({ kind: 'progress', line }),
    },
  )
  const { ctx, readiness, sitePort, gatewayPort, sandboxLink } = product
  link.onProcesses = ({ processes, others }) => {
    startedProcesses.set(ctx, processes)
    otherEnds.set(ctx, others)
    const away = processes.filter((other) => other.name !== name && other.status === 'away')
    readiness.degrade(
      'neighbour',
      away.map((other) => awayText(other.name)),
    )
  }
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
