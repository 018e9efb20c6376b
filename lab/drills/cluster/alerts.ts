import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { roles } from '#src/platform/settings.ts'
import { freePort } from '#test/fixtures/free-port.ts'
import { type Cluster, membersOf, within } from './cluster.ts'
import { type FaultKind, type Victim, victimsOf } from './faults.ts'
import { isWhole } from './recovery.ts'
import { storeNames } from './stores.ts'

/** A fault that lasted until its alert fired. `others`: alerts that no fault explains. */
export type AlertedFault = { victim: string; alerts: readonly string[]; seconds: number; others: readonly string[] }

/** The drill divides the `for` times of the rules by this number, so that a fault needs seconds instead of minutes. */
const fasterBy = 10
/** The minimum of a divided time. A lease changes its holder in less time than that. */
const forSecondsMin = 15
const alertMsMax = 120_000
const quietMsMax = 120_000

export const hasPrometheus = (): boolean => spawnSync('prometheus', ['--version']).status === 0

/** Runs Prometheus with the rules of `deploy`. Prometheus reads every member of a cluster every three seconds. */
export class AlertWatch implements AsyncDisposable {
  readonly #url: string
  readonly #stack: AsyncDisposableStack

  private constructor(url: string, stack: AsyncDisposableStack) {
    this.#url = url
    this.#stack = stack
  }

  static async start({ members }: Cluster): Promise<AlertWatch> {
    await using stack = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), 'tapewire-prometheus-'))
    stack.defer(() => rm(folder, { recursive: true, maxRetries: 5 }))
    const config = {
      global: { scrape_interval: '3s', scrape_timeout: '3s', evaluation_interval: '1s' },
      rule_files: [join(folder, 'rules.yaml')],
      scrape_configs: [
        {
          job_name: 'tapewire',
          static_configs: members.map(({ name, metrics }) => ({ targets: [metrics], labels: { instance: name } })),
        },
      ],
    }
    const rules = await readFile('deploy/prometheus/tapewire-alerts.yaml', 'utf8')
    await writeFile(join(folder, 'rules.yaml'), faster(rules))
    await writeFile(join(folder, 'prometheus.yaml'), JSON.stringify(config))
    const address = `127.0.0.1:${await freePort()}`
    const child = spawn(
      'prometheus',
      [
        `--config.file=${join(folder, 'prometheus.yaml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=${address}`,
      ],
      { stdio: 'ignore' },
    )
    stack.defer(async () => {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    })
    const watch = new AlertWatch(`http://${address}`, stack.move())
    await within(30_000, 'Prometheus answers', () => watch.firing().catch(() => null))
    return watch
  }

  /** The firing alerts, such as `TapewireDown gateway 1`. */
  async firing(): Promise<string[]> {
    const answer = await fetch(`${this.#url}/api/v1/alerts`)
    const { data } = (await answer.json()) as { data: { alerts: { state: string; labels: Record<string, string> }[] } }
    return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => textOf(labels))
  }

  /**
   * The alerts since `from`, one entry for each second in which an alert fired. `from` and `at` are times of
   * `performance.now()`.
   */
  async firedSince(from: number): Promise<{ alert: string; at: number }[]> {
    const range = {
      query: 'ALERTS{alertstate="firing"}',
      start: String((performance.timeOrigin + from) / 1_000),
      end: String(Date.now() / 1_000),
      step: '1',
    }
    const answer = await fetch(`${this.#url}/api/v1/query_range?${new URLSearchParams(range)}`)
    const { data } = (await answer.json()) as {
      data: { result: { metric: Record<string, string>; values: [number, string][] }[] }
    }
    return data.result.flatMap(({ metric: { __name__, alertstate, ...labels }, values }) =>
      values.map(([seconds]) => ({ alert: textOf(labels), at: seconds * 1_000 - performance.timeOrigin })),
    )
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync()
  }
}

function textOf({ alertname, severity: _, ...labels }: Record<string, string>): string {
  return [alertname, ...Object.values(labels)].join(' ')
}

function faster(rules: string): string {
  return rules
    .replaceAll(
      /^( +for: )(\d+)m$/gm,
      (_, key, minutes) => `${key}${Math.max(forSecondsMin, (Number(minutes) * 60) / fasterBy)}s`,
    )
    .replaceAll(/^( +interval: )15s$/gm, (_, key) => `${key}1s`)
}

/**
 * Kills one process of each role and pauses every store, one after another. Each process and store is down until its
 * alerts fire; then the drill waits until the alerts are resolved.
 */
export async function drillAlerts(
  cluster: Cluster,
  key: string,
  watch: AlertWatch,
  say: (line: string) => void,
): Promise<AlertedFault[]> {
  const last = new Set(roles.map((role) => membersOf(cluster, role).at(-1)?.name))
  const victims = victimsOf(cluster).filter(({ name, target }) => last.has(name) || name === target)
  const found: AlertedFault[] = []
  for (const victim of victims) {
    await within(quietMsMax, `no alert before the fault of ${victim.name}`, async () =>
      (await watch.firing()).every(isOfEarlierFaults) ? true : null,
    )
    const fault = await alerted(cluster, key, watch, victim)
    say(`${fault.seconds} s until ${fault.alerts.join(', ')}; others: ${fault.others.join(', ') || 'none'}`)
    found.push(fault)
  }
  return found
}

async function alerted(cluster: Cluster, key: string, watch: AlertWatch, victim: Victim): Promise<AlertedFault> {
  const { one, name } = victim
  const wanted = alertsOf(cluster, { kind: 'kill', victim })
  const seen = new Set<string>()
  const look = async () => {
    for (const alert of await watch.firing()) seen.add(alert)
  }
  const from = performance.now()
  // A store is paused instead of killed, because PostgreSQL's guard would restart it at once.
  if ('role' in one) await one.kill()
  else one.pause()
  await within(alertMsMax, `${wanted.join(' and ')} after the fault of ${name}`, async () => {
    await look()
    return wanted.every((alert) => seen.has(alert)) ? true : null
  }).finally(() => ('role' in one ? one.restart() : one.goOn()))
  const seconds = Math.round((performance.now() - from) / 1_000)
  let left: (string | null)[] = []
  await within(quietMsMax, `all is well after the end of ${name}`, async () => {
    await sleep(500)
    await look()
    const firing = (await watch.firing()).filter((alert) => !isOfEarlierFaults(alert))
    left = [...firing, await isWhole(cluster, key)]
    return left.every((one) => one === null) ? true : null
  }).catch((cause: unknown) => {
    throw new Error(`${cause}: ${left.join('; ')}`)
  })
  const others = [...seen].filter((alert) => !wanted.includes(alert) && !isOfEarlierFaults(alert))
  return { victim: name, alerts: wanted, seconds, others }
}

/** The alerts that a long fault must raise. A process that is cut off from the stores reports each store as down. */
export function alertsOf(cluster: Cluster, { kind, victim }: { kind: FaultKind; victim: Victim }): string[] {
  const { one, name, target } = victim
  if (kind === 'slow') return []
  if (!('role' in one)) return [`TapewireStoreDown ${target}`]
  if (kind === 'hold') return storeNames.map((store) => `TapewireStoreDown ${store}`)
  const isOnly = membersOf(cluster, one.role).length === 1
  return [`TapewireDown ${name}`, ...(isOnly ? [`TapewireRoleGone ${one.role}`] : [])]
}

/**
 * Alerts that count events of the last minutes or hours. They may fire because of earlier faults, since the drill
 * makes more faults than happen on an ordinary day.
 */
export const isOfEarlierFaults = (alert: string): boolean =>
  /^Tapewire(Restarts|LeaseMoves|SloBurns|Errors|Slow|RecorderGap|MailGivenUp|PaymentIncident)/.test(alert)
