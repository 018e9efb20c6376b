/** Clients of the stream, and their server in a separate process, for the benches `stream` and `scale`. */
import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { youngSpace } from '#src/platform/processes/supervised-process.ts'
import { deliveriesOf, Reader, settled } from './reader.ts'
import type { Answers, Command } from './server.ts'

export const clients = 1_000
export const perClient = 50
export const symbols = 2_000
/** Events offered per second, batched and plain. No server can deliver this many, so every server is always busy. */
export const offeredBatched = 200_000
export const offeredSingle = 40_000
export const loadSeconds = 5
export const batchedPath = '/stock?token=x&batch=1&events=1'

export type Server = AsyncDisposable & {
  child: ChildProcess
  port: number
  request<C extends Command>(command: C): Promise<Answers[C['do']]>
}

/** Starts the server. The variable `SERVER_ARGUMENTS` adds arguments for Node, such as `--cpu-prof`. */
export async function start(kind: 'ours' | 'plain'): Promise<Server> {
  const own = kind === 'ours' ? [youngSpace] : []
  const more = process.env.SERVER_ARGUMENTS?.split(' ') ?? []
  const child = fork(join(import.meta.dirname, 'server.ts'), [kind], { execArgv: ['--expose-gc', ...own, ...more] })
  const [hello] = (await once(child, 'message')) as [{ port: number }]
  pin(child.pid ?? 0)
  return {
    child,
    port: hello.port,
    async request(command) {
      const answer = once(child, 'message')
      child.send(command)
      return (await answer)[0]
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

/** Binds the server to core 0 and this process to core 1, where the machine allows it. */
export function pin(server: number): void {
  spawnSync('taskset', ['-a', '-p', '-c', '0', String(server)])
  spawnSync('taskset', ['-a', '-p', '-c', '1', String(process.pid)])
}

export const symbolsOf = (n: number): string[] =>
  Array.from({ length: perClient }, (_, i) => `S${(i * (symbols / perClient) + (n % (symbols / perClient))) % symbols}`)

/**
 * Opens readers and measures every fiftieth reader. At most 50 connect at once, because some brokers accept from a
 * short queue only every 100 ms.
 */
export async function readers(
  port: number,
  count: number,
  path: string,
  protocol: string | null = null,
): Promise<Reader[]> {
  const made: Reader[] = []
  while (made.length < count) {
    const some = Array.from({ length: Math.min(50, count - made.length) }, (_, n) => new Reader(port, n === 0))
    await Promise.all(some.map((reader) => reader.open(path, protocol)))
    made.push(...some)
  }
  return made
}

export async function subscribed(server: Server, path: string, types = 'tick'): Promise<Reader[]> {
  const made = await readers(server.port, clients, path)
  for (const [n, reader] of made.entries()) {
    const params = symbolsOf(n).map((code) => `${code}$US`)
    reader.sayText(JSON.stringify({ ac: 'subscribe', params: params.join(','), types }))
  }
  await settled(made)
  return made
}

export async function deliveries(kind: 'ours' | 'plain', path: string, perSecond: number) {
  await using server = await start(kind)
  const made = await subscribed(server, path)
  await warmUp(server, made, perSecond)
  const before = await server.request({ do: 'cpu' })
  const { events } = await server.request({ do: 'publish', perSecond, seconds: loadSeconds, symbols })
  await settled(made)
  const after = await server.request({ do: 'cpu' })
  mustBeOpen(made)
  for (const { socket } of made) socket.destroy()
  const delivered = deliveriesOf(made)
  return {
    perCpuSecond: delivered / (after.cpuSeconds - before.cpuSeconds),
    acceptedPerSecond: events / loadSeconds,
    bytesEach: made.reduce((sum, { bytes }) => sum + bytes, 0) / delivered,
  }
}

export async function warmUp(server: Server, made: readonly Reader[], perSecond: number): Promise<void> {
  await server.request({ do: 'publish', perSecond: perSecond / 2, seconds: 2, symbols })
  await settled(made)
  reset(made)
}

export function reset(made: readonly Reader[]): void {
  for (const reader of made) reader.reset()
}

export function mustBeOpen(made: readonly Reader[]): void {
  const lost = made.filter(({ socket }) => socket.destroyed).length
  if (lost > 0) throw new Error(`${lost} of ${made.length} sockets were closed during the run`)
}
