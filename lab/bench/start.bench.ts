import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { familyOf, type Relative } from '#test/fixtures/family.ts'
import { freePort } from '#test/fixtures/free-port.ts'
import type { Bench } from './bench.ts'
import { withRoles } from './role-processes.ts'

const settleMs = 20_000

type Product = { pid: number; readyMs: number; stop(): Promise<number> }

export const bench: Bench = {
  about: 'seconds to ready, memory of all processes and of each role alone, seconds to stop',
  async run(report) {
    const folder = mkdtempSync(join(tmpdir(), 'tapewire-bench-'))
    const dataDir = join(folder, 'data')
    try {
      const fresh = await startFreshClone(folder)
      report.row({ what: 'fresh clone to ready', value: fresh.readyMs / 1_000, unit: 's', goal: { atMost: 120 } })
      await fresh.stop()
      const first = await startProduct(process.execPath, ['src/main.mjs'], { dataDir })
      report.row({ what: 'first start to ready, packages and site there', value: first.readyMs / 1_000, unit: 's' })
      await first.stop()
      const second = await startProduct(process.execPath, ['src/main.mjs'], { dataDir })
      report.row({
        id: 'startAgain',
        what: 'later start to ready',
        value: second.readyMs / 1_000,
        unit: 's',
        goal: { atMost: 5 },
      })
      await sleep(settleMs)
      const idle = mebibytes(familyOf(second.pid))
      for (const one of familyOf(second.pid).filter(({ command }) => command.includes('main.mjs')))
        report.note(`${mebibytes([one]).toFixed(0)} MiB: ${one.command.replace(/^.*(?=main\.mjs)/, '')}`)
      report.row({
        id: 'idleMemory',
        what: 'idle memory (PSS) of all processes',
        value: idle,
        unit: 'MiB',
        goal: { atMost: 450 },
      })
      const stopMs = await second.stop()
      report.row({ what: 'SIGTERM to gone', value: stopMs / 1_000, unit: 's', goal: { atMost: 3 } })
      await withRoles(report, (role, { child }) => {
        const value = residentMib(child.pid ?? 0)
        report.row({ what: `${role} alone, memory (RSS) when ready`, value, unit: 'MiB', goal: { atMost: 300 } })
      })
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

/** Starts the product of a fresh clone. The time includes the clone; packages come from npm's cache. */
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
      const requestedAt = performance.now()
      child.kill('SIGTERM')
      await exited
      return performance.now() - requestedAt
    },
  }
}

/** Resident memory of a process. Shared pages count in full. */
function residentMib(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

function mebibytes(processes: readonly Relative[]): number {
  return processes.reduce((sum, { pss }) => sum + pss, 0) / 1024 ** 2
}
