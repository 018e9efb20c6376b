import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { untilAtRest } from '#test/fixtures/at-rest.ts'
import { signUp } from '#test/fixtures/customer.ts'
import { familyOf, nameOf, type Relative } from '#test/fixtures/family.ts'
import { freePort } from '#test/fixtures/free-port.ts'
import { liveEnvironment } from '#test/fixtures/live.ts'
import { type Spawned, spawnProduct, temporaryDataDir } from '#test/fixtures/spawned.ts'
import { Listener } from '#test/fixtures/stream.ts'
import type { Bench, Report, Row } from './bench.ts'
import { processorSecondsOf } from './processor-time.ts'
import { withRoles } from './role-processes.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 300)
const secondsAlone = Math.min(seconds, 60)

/**
 * The use of a process so far: its processor seconds, and the number of times that its threads waited and were woken.
 */
type Used = { seconds: number; wakeUps: number }

export const bench: Bench = {
  about: `processor time, memory, wake-ups and statements over ${seconds} s in which nobody uses the product`,
  async run(report) {
    await using dataDir = await temporaryDataDir()
    await using sandbox = await spawnProduct(dataDir.path)
    await sandbox.ready()
    await untilAtRest(sandbox.child.pid ?? 0)
    const statements = statementsOf(join(dataDir.path, 'postgres'))
    await measure(report, sandbox, { what: 'sandbox', statements, cpu: { atMost: 1.5 }, memory: { atMost: 480 } })
    const customer = await signUp(sandbox.site, 'rest@example.com')
    const socket = new Listener(`${sandbox.api.replace('http', 'ws')}/crypto`, { token: customer.key })
    socket.send({ ac: 'subscribe', params: 'BTCUSD$BA', types: 'tick' })
    await socket.next(({ data }) => data?.type === 'tick')
    await measure(report, sandbox, { what: 'sandbox with one socket', statements, cpu: { atMost: 2.5 } })
    socket.ws.close()
    await sandbox[Symbol.asyncDispose]()
    await using liveDir = await temporaryDataDir()
    const environment = { ...liveEnvironment(), METRICS_PORT: String(await freePort()) }
    await using live = await spawnProduct(liveDir.path, environment)
    await live.ready()
    await untilAtRest(live.child.pid ?? 0)
    const ofLive = statementsOf(join(liveDir.path, 'postgres'))
    await measure(report, live, { what: 'live without feeds', statements: ofLive })
    await live[Symbol.asyncDispose]()
    await withRoles(report, async (role, running) => {
      await untilAtRest(running.child.pid ?? 0)
      await measure(report, running, { what: `${role} alone`, during: secondsAlone })
    })
  },
}

type Measured = {
  what: string
  during?: number
  /** The number of statements that PostgreSQL has executed, if the product has its own PostgreSQL. */
  statements?: () => Promise<number>
  cpu?: Row['goal']
  memory?: Row['goal']
}

async function measure(
  report: Report,
  { child }: Spawned,
  { what, during = seconds, statements, cpu, memory }: Measured,
): Promise<void> {
  const root = child.pid ?? 0
  const [before, asked] = [usedBy(familyOf(root)), await statements?.()]
  const began = performance.now()
  await sleep(during * 1_000)
  const family = familyOf(root)
  const [after, minutes] = [usedBy(family), (performance.now() - began) / 60_000]
  let [total, wakeUps] = [0, 0]
  for (const { pid, command, pss } of family) {
    const spent = (after.get(pid)?.seconds ?? 0) - (before.get(pid)?.seconds ?? 0)
    total += spent
    wakeUps += Math.max(0, (after.get(pid)?.wakeUps ?? 0) - (before.get(pid)?.wakeUps ?? 0))
    if (spent > 0.1) report.note(`${(spent / minutes).toFixed(2)} s/min, ${mebibytes(pss)} MiB: ${nameOf(command)}`)
  }
  const pss = family.reduce((sum, one) => sum + one.pss, 0)
  const row = (figure: string, value: number, unit: string, goal?: Row['goal']) =>
    report.row({ what: `${what}: ${figure}`, value, unit, ...(goal && { goal }) })
  row('processor seconds a minute', total / minutes, 's', cpu)
  row('memory (PSS) of all processes', pss / 1024 ** 2, 'MiB', memory)
  row('wake-ups a second', wakeUps / minutes / 60, '/s')
  if (asked !== undefined && statements) row('statements a second', ((await statements()) - asked) / minutes / 60, '/s')
}

function usedBy(family: readonly Relative[]): Map<number, Used> {
  return new Map(
    family.flatMap(({ pid }) => {
      const used = usedOf(pid)
      return used ? [[pid, used] as const] : []
    }),
  )
}

/** Returns null if the process has ended. */
function usedOf(pid: number): Used | null {
  try {
    const used = processorSecondsOf(pid)
    const threads = readdirSync(`/proc/${pid}/task`).map((id) => readFileSync(`/proc/${pid}/task/${id}/status`, 'utf8'))
    const wakeUps = threads.map((text) => Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(text)?.[1] ?? 0))
    return {
      seconds: used,
      wakeUps: wakeUps.reduce((sum, count) => sum + count, 0),
    }
  } catch {
    return null
  }
}

/** Counts transactions as statements, since most statements of the product are transactions of one statement. */
function statementsOf(dir: string): () => Promise<number> {
  return async () => {
    const [, , , port, host] = readFileSync(join(dir, 'data/postmaster.pid'), 'utf8').split('\n')
    const client = new pg.Client({ host, port: Number(port), user: 'tapewire', database: 'postgres' })
    await client.connect()
    try {
      const { rows } = await client.query(
        'select sum(xact_commit + xact_rollback)::float8 as count from pg_stat_database',
      )
      return rows[0].count
    } finally {
      await client.end()
    }
  }
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(0)
}
