import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { temporaryDataDir } from '#test/fixtures/spawned.ts'

/** The number of kills; `npm run drill -- kill9` makes 200. */
const kills = Number(process.env.TAPEWIRE_DRILL_KILLS ?? 5)
const namespace = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--mount-proc', '--kill-child']

/**
 * The change of the folder after each kill: none, the id of another running process in PostgreSQL's lock files, or the
 * state that another container leaves.
 */
const kinds = ['killed', 'ids taken', 'container'] as const
type Kind = (typeof kinds)[number]

test('a start right after kill -9 of all processes succeeds and finds every stored row', {
  timeout: 60_000 + kills * 30_000,
}, async () => {
  if (!existsSync('/proc/self/stat')) return didNotRun('kill -9 of every process', 'this system has no /proc')
  const hasNamespaces = makesNamespaces()
  if (!hasNamespaces) didNotRun('kill -9 of a container', 'this machine makes no namespaces for processes')
  await using dataDir = await temporaryDataDir()
  const other = spawn('sleep', ['100000'])
  const counts = { killed: 0, 'ids taken': 0, container: 0 }
  try {
    for (let n = 1; n <= kills; n++) {
      const kind: Kind = kinds[n % kinds.length] ?? 'killed'
      const within = kind === 'container' && hasNamespaces ? namespace : []
      const { started, line } = await start(dataDir.path, within)
      expect(`${kind}: ${line}`).toBe(`${kind}: ${n}`)
      killTree(started.pid ?? 0)
      if (kind === 'ids taken') takeIds(dataDir.path, other.pid ?? 0)
      counts[kind] += 1
    }
  } finally {
    other.kill('SIGKILL')
  }
  if (kills > 5) console.info(`${kills} of ${kills} starts were ready`, counts)
})

function makesNamespaces(): boolean {
  try {
    execFileSync('unshare', [...namespace.slice(1), 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function start(dataDir: string, within: readonly string[]): Promise<{ started: ChildProcess; line: string }> {
  const [command = '', ...rest] = [...within, process.execPath, 'test/fixtures/engines-process.ts', dataDir]
  const started = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface({ input: started.stdout }), 'line')
  return { started, line }
}

/** Stops a process and all its descendants, then kills them, so that no process can shut down properly. */
function killTree(pid: number): void {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(Number(name))]),
  )
  const descendants = (of: number): number[] =>
    [...parents].filter(([, parent]) => parent === of).flatMap(([child]) => [child, ...descendants(child)])
  const all = [pid, ...descendants(pid)]
  for (const signal of ['SIGSTOP', 'SIGKILL'] as const)
    for (const one of all) {
      try {
        process.kill(one, signal)
      } catch {
        // This descendant ended when its parent was killed.
      }
    }
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    // The process has ended.
    return null
  }
}

/** Writes the id of a running process into both lock files of PostgreSQL, as after a reboot or in a new container. */
function takeIds(dataDir: string, pid: number): void {
  const path = join(dataDir, 'postgres/data/postmaster.pid')
  const lines = readFileSync(path, 'utf8').split('\n')
  writeFileSync(path, [String(pid), ...lines.slice(1)].join('\n'))
  const socketLock = join(lines[4] ?? '', '.s.PGSQL.5432.lock')
  const [, ...more] = readFileSync(socketLock, 'utf8').split('\n')
  writeFileSync(socketLock, [String(pid), ...more].join('\n'))
}
