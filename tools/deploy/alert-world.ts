/** The value of a series at a second of the test; null while its process does not answer. */
export type Value = (second: number) => number | null

/** The series that Prometheus reads from an installation, by name and labels, such as `up{instance="gw1"}`. */
export type World = Map<string, Value>

/** A case of the test: a fault, and the alerts that fire on it. */
export type AlertCase = {
  name: string
  /** Changes the healthy installation. */
  fault: (world: World) => void
  /** The time between two scrapes, s. It is long, because the evaluations take most of the time of these tests. */
  stepS?: number
  /** The firing alerts by minute; every other alert is silent. */
  fires: Record<number, readonly string[]>
}

const usualStepS = 60
export const processes = {
  gw1: 'gateway',
  gw2: 'gateway',
  site1: 'site',
  feed1: 'feed',
  feed2: 'feed',
  pay1: 'payments',
}
export const classes = ['stock', 'crypto']
export const leases = { 'feed:crypto': 'feed1', 'recorder:0': 'feed1', 'payments:trc20': 'pay1' }
const stores = ['postgres', 'clickhouse', 'redis']
const zero: Value = () => 0
const one: Value = () => 1
const now: Value = (second) => second
export const perSecond =
  (rate: number): Value =>
  (second) =>
    second * rate

/** Two gateways, two feeds, a site and payments, on a weekday while all markets trade. */
export function healthyWorld(): World {
  const world: World = new Map()
  for (const [instance, role] of Object.entries(processes)) {
    const add = (metric: string, labels: Record<string, string>, value: Value) =>
      world.set(seriesOf(metric, { job: 'tapewire', instance, ...labels }), value)
    add('up', {}, one)
    add('tapewire_role', { role, version: '1.0.0' }, one)
    add('tapewire_ready', {}, one)
    add('tapewire_degraded', {}, zero)
    for (const store of stores) add('tapewire_store_up', { store }, one)
    add('tapewire_postgres_waiting', {}, zero)
    add('tapewire_clickhouse_waiting', { lane: 'read' }, zero)
    add('nodejs_eventloop_lag_p99_seconds', {}, () => 0.02)
    add('process_start_time_seconds', {}, one)
    add('tapewire_disk_free_bytes', {}, () => 5e10)
    add('tapewire_disk_full', {}, zero)
    add('process_open_fds', {}, () => 200)
    add('process_max_fds', {}, () => 65_536)
    for (const store of ['postgres', 'redis']) add('tapewire_clock_offset_seconds', { store }, () => 0.01)
    for (const state of ['waiting', 'failed']) add('tapewire_mail_outbox', { state }, zero)
    if (role === 'gateway')
      for (const process of ['gateway-1', 'gateway-2']) add('tapewire_process_up', { process }, one)
    if (role === 'gateway') addGateway(add)
    if (role === 'site') addSite(add)
    if (role === 'feed') addFeed(add)
    if (role === 'site' || role === 'payments') addNetwork(add)
    for (const [lease, holder] of Object.entries(leases))
      if (processes[holder as keyof typeof processes] === role)
        add('tapewire_lease_held', { lease }, () => (holder === instance ? 1 : 0))
    add('tapewire_lease_taken_total', { lease: 'feed:crypto' }, zero)
  }
  return world
}

type Add = (metric: string, labels: Record<string, string>, value: Value) => void

function addRequests(add: Add, role: string, route: string, rate: number): void {
  const labels = { role, method: 'GET', route }
  add('tapewire_http_requests_total', { ...labels, status: '200' }, perSecond(rate))
  add('tapewire_http_requests_total', { ...labels, status: '503' }, zero)
  for (const le of ['0.1', '1', '2.5', '+Inf'])
    add('tapewire_http_request_duration_seconds_bucket', { ...labels, le }, perSecond(rate))
}

function addGateway(add: Add): void {
  addRequests(add, 'gateway', '/crypto/quote', 10)
  add('tapewire_stream_batches_total', {}, perSecond(20))
  add('tapewire_stream_batches_late_total', {}, zero)
  for (const name of classes) {
    add('tapewire_tape_newest_timestamp_seconds', { class: name }, now)
    add('tapewire_silent_markets', { class: name }, zero)
    for (const shard of ['0', '1']) add('tapewire_tape_lag_seconds', { class: name, shard }, () => 0.01)
  }
}

function addSite(add: Add): void {
  addRequests(add, 'site', '/{locale}/pricing', 2)
  addRequests(add, 'site', '/api/auth/signin', 1)
  add('tapewire_http_turned_away_total', {}, zero)
  for (const name of ['overdue', 'failing']) add(`tapewire_backup_${name}`, {}, zero)
  add('tapewire_backup_rehearsal_age_seconds', {}, () => 86_400)
}

function addFeed(add: Add): void {
  for (const name of classes) {
    add('tapewire_feed_newest_timestamp_seconds', { class: name }, now)
    for (const shard of ['0', '1']) {
      add('tapewire_recorder_lag_seconds', { class: name, shard }, () => 0.2)
      add('tapewire_tape_dropped_early_total', { class: name, shard }, zero)
      add('tapewire_recorder_gaps_total', { class: name, shard }, zero)
    }
  }
  add('tapewire_feed_ticks_refused_total', { reason: 'price', source: 'x' }, zero)
}

function addNetwork(add: Add): void {
  const labels = { network: 'trc20' }
  add('tapewire_payment_last_look_timestamp_seconds', labels, now)
  add('tapewire_payment_stopped', labels, zero)
  add('tapewire_payment_open_incidents', labels, zero)
}

export function seriesOf(metric: string, labels: Record<string, string>): string {
  return `${metric}{${Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .join(',')}}`
}

/** Changes each series whose text contains all of `parts`. `from`, `until`: minutes. */
export function change(world: World, parts: readonly string[], to: Value, from = 3, until = Infinity): void {
  const found = [...world].filter(([series]) => parts.every((part) => series.includes(part)))
  if (found.length === 0) throw new Error(`no series has ${parts.join(' and ')}`)
  for (const [series, before] of found)
    world.set(series, (second) => (second >= from * 60 && second < until * 60 ? to(second) : before(second)))
}

/** A process does not answer: its series end, and `up` is 0. */
export function down(world: World, instance: string, from = 3, until = Infinity): void {
  change(world, [`instance="${instance}"`], () => null, from, until)
  const up = seriesOf('up', { job: 'tapewire', instance })
  world.set(up, (second) => (second >= from * 60 && second < until * 60 ? 0 : 1))
}

/** The input of `promtool test rules` for the cases. */
export function promtoolTests(rules: string, cases: readonly AlertCase[]): unknown {
  return {
    rule_files: [rules],
    evaluation_interval: `${usualStepS}s`,
    tests: cases.map(({ name, fault, fires, stepS = usualStepS }) => {
      const world = healthyWorld()
      fault(world)
      const minutes = Math.max(...Object.keys(fires).map(Number))
      return {
        name,
        interval: `${stepS}s`,
        input_series: [...world].map(([series, value]) => ({ series, values: valuesOf(value, minutes, stepS) })),
        promql_expr_test: Object.entries(fires).map(([minute, alerts]) => ({
          expr: 'sum without (alertstate, severity) (ALERTS{alertstate="firing"})',
          eval_time: `${minute}m`,
          exp_samples: alerts.map((labels) => ({ labels, value: 1 })),
        })),
      }
    }),
  }
}

/** The values of a series. When a scrape lacks the series, Prometheus marks its end as stale. */
function valuesOf(value: Value, minutes: number, stepS: number): string {
  const values = Array.from({ length: (minutes * 60) / stepS + 1 }, (_, step) => value(step * stepS))
  return values.map((one, at) => one ?? (at > 0 && values[at - 1] !== null ? 'stale' : '_')).join(' ')
}
