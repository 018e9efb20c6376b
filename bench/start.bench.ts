import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#test/fixtures/free-port.ts'
import type { Bench } from './bench.ts'

const settleMs = 20_000

type Product = { pid: number; readyMs: number; stop(): Promise<number> }

/** `npm start` in a fresh clone, later starts, and the memory of all idle processes. */
export const bench: Bench = {
  about: 'seconds to ready, memory of all processes, seconds to stop',
  async run(report) {
    const folder = mkdtempSync(join(tmpdir(), 'tapewire-bench-'))
    const dataDir = join(folder, 'data')
    try {
      const fresh = await startFreshClone(folder)
      report.row({ what: 'fresh clone to ready', value: fresh.readyMs / 1_000, unit: 's', goal: { atMost: 120 } })
      await fresh.stop()
      const first = await startProduct(process.execPath, ['src/main.ts'], { dataDir })
      report.row({ what: 'first start to ready, packages and site there', value: first.readyMs / 1_000, unit: 's' })
      await first.stop()
      const second = await startProduct(process.execPath, ['src/main.ts'], { dataDir })
      report.row({ what: 'later start to ready', value: second.readyMs / 1_000, unit: 's', goal: { atMost: 5 } })
      await sleep(settleMs)
      const bytes = residentBytes(second.pid)
      const idle = bytes / 1024 ** 2
      report.row({ what: 'idle memory (PSS) of all processes', value: idle, unit: 'MiB', goal: { atMost: 900 } })
      const stopMs = await second.stop()
      report.row({ what: 'SIGTERM to gone', value: stopMs / 1_000, unit: 's', goal: { atMost: 20 } })
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

/** Includes the clone; packages come from npm's cache. */
async function startFreshClone(folder: string): Promise<Product> {
  const began = performance.now()
  const cwd = join(folder, 'clone')
  execFileSync('git', ['clone', '--quiet', '.', cwd])
  const cloneMs = performance.now() - began
  const product = await startProduct('npm', ['start'], { dataDir: join(folder, 'fresh-data'), cwd })
  return { ...product, readyMs: product.readyMs + cloneMs }
}

async function startProduct(
  command: string,
  args: readonly string[],
  { dataDir, cwd = '.' }: { dataDir: string; cwd?: string },
): Promise<Product> {
  const [port, apiPort] = [await freePort(), await freePort()]
  const began = performance.now()
  const child = spawn(command, args, {
    cwd,
    stdio: 'ignore',
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), API_PORT: String(apiPort) },
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ready = async (at: number) =>
    (await fetch(`http://localhost:${at}/healthz/ready`).catch(() => null))?.ok === true
  while (!((await ready(port)) && (await ready(apiPort)))) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}`)
    await sleep(20)
  }
  const readyMs = performance.now() - began
  return {
    pid: child.pid ?? 0,
    readyMs,
    async stop() {
      const asked = performance.now()
      child.kill('SIGTERM')
      await exited
      return performance.now() - asked
    },
  }
}

/** Proportional memory of a process and its descendants: shared pages count once. */
function residentBytes(root: number): number {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {}
  }
  const family = new Set([root])
  for (let before = -1; before !== family.size; ) {
    before = family.size
    for (const [pid, parent] of parents) if (family.has(parent)) family.add(pid)
  }
  return [...family].reduce((sum, pid) => sum + pssOf(pid), 0)
}

function pssOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
