import { type AlertCase, change, down, perSecond, processes, type Value, type World } from './alert-world.ts'

/** A firing alert as text: its name and labels. */
const alert = (name: string, labels: Record<string, string> = {}): string =>
  `{${Object.entries({ alertname: `Tapewire${name}`, ...labels })
    .map(([label, value]) => `${label}="${value}"`)
    .join(',')}}`

const at =
  (value: number): Value =>
  () =>
    value
const none: readonly string[] = []

/** Makes a share of the requests with these labels fail, from minute `from` until minute `until`. */
function failing(world: World, parts: readonly string[], share: number, rate: number, [from, until] = [3, Infinity]) {
  const since = (second: number) => Math.max(0, Math.min(second, until * 60) - from * 60)
  const requests = ['tapewire_http_requests_total', ...parts]
  change(world, [...requests, 'status="503"'], (second) => since(second) * rate * share, from)
  change(world, [...requests, 'status="200"'], (second) => second * rate - since(second) * rate * share, from)
}

/** Makes the newest events of the market old, as outside trading hours. */
function closeMarkets(world: World): void {
  change(world, ['newest_timestamp_seconds'], at(-36_000), 0)
  change(world, ['tapewire_stream_batches_total'], at(0), 0)
}

function storeDown(world: World, store: string, from = 3, until = Infinity): void {
  change(world, ['tapewire_store_up', `store="${store}"`], at(0), from, until)
  change(world, ['tapewire_degraded'], at(1), from, until)
}

const quiet: AlertCase[] = [
  { name: 'a healthy day', fault: () => {}, fires: { 2: none, 23: none } },
  { name: 'markets are closed', fault: closeMarkets, fires: { 13: none } },
  {
    name: 'a gateway restarts while markets are closed and reads old entries',
    stepS: 30,
    fault: (world) => {
      closeMarkets(world)
      down(world, 'gw1', 3, 3.5)
      change(world, ['tapewire_tape_lag_seconds', 'gw1'], at(500), 3.5, 4)
      change(world, ['tapewire_tape_lag_seconds', 'gw1'], at(0), 4)
    },
    fires: { 4: none, 5: none, 23: none },
  },
  {
    name: 'a night without a customer',
    fault: (world) => {
      closeMarkets(world)
      change(world, ['tapewire_http_requests_total'], at(7), 0)
      change(world, ['duration_seconds_bucket'], at(7), 0)
    },
    fires: { 23: none },
  },
  {
    name: 'one of a few requests at night fails',
    fault: (world) => {
      change(world, ['tapewire_http_requests_total', 'status="200"'], perSecond(0.01), 0)
      failing(world, ['role="gateway"'], 0.5, 0.01, [3, 5])
    },
    fires: { 5: none, 7: none, 23: none },
  },
  ...Object.keys(processes).map((instance) => ({
    name: `${instance} restarts within half a minute`,
    stepS: 30,
    fault: (world: World) => {
      down(world, instance, 3, 3.5)
      change(world, ['process_start_time_seconds', instance], at(180), 3.5)
    },
    fires: { 4: none, 5: none, 13: none },
  })),
  {
    name: 'a rolling restart takes every process once',
    stepS: 30,
    fault: (world) => {
      for (const [n, instance] of Object.keys(processes).entries()) down(world, instance, 2 + 1.5 * n, 2.5 + 1.5 * n)
    },
    fires: { 2: none, 5: none, 9: none, 13: none },
  },
  {
    name: 'PostgreSQL restarts',
    stepS: 30,
    fault: (world) => {
      storeDown(world, 'postgres', 3, 3.5)
      change(world, ['tapewire_mail_outbox'], () => null, 3, 3.5)
      change(world, ['tapewire_postgres_waiting'], at(3), 3, 3.5)
    },
    fires: { 4: none, 5: none, 13: none },
  },
  { name: 'Redis restarts', fault: (world) => storeDown(world, 'redis', 3, 3.5), fires: { 4: none, 5: none } },
  {
    name: 'ClickHouse restarts and the recorder catches up',
    stepS: 30,
    fault: (world) => {
      storeDown(world, 'clickhouse', 3, 3.5)
      change(world, ['tapewire_recorder_lag_seconds'], at(40), 3.5, 4.5)
    },
    fires: { 4: none, 5: none, 7: none },
  },
  {
    name: 'a lease moves from one feed to the other',
    stepS: 30,
    fault: (world) => {
      change(world, ['tapewire_lease_held', 'feed1'], at(0))
      change(world, ['tapewire_lease_held', 'feed2'], at(1), 3.5)
      change(world, ['tapewire_lease_taken_total', 'feed2'], at(1))
    },
    fires: { 4: none, 5: none, 13: none },
  },
  {
    name: 'Prometheus itself has just been started, and the first payments are not read yet',
    stepS: 30,
    fault: (world) => change(world, ['last_look_timestamp'], at(-100), 0, 0.5),
    fires: { 2: none, 8: none },
  },
]

const lost: AlertCase[] = [
  ...(['gw1', 'gw2', 'feed1', 'feed2'] as const).map((instance) => ({
    name: `${instance} of two ends`,
    fault: (world: World) => {
      down(world, instance)
      if (instance === 'feed1') change(world, ['tapewire_lease_held', 'feed2'], at(1), 3.5)
    },
    fires: { 5: [alert('Down', { instance })], 23: [alert('Down', { instance })] },
  })),
  ...(['site1', 'pay1'] as const).map((instance) => ({
    name: `${instance}, the only one of its role, ends`,
    fault: (world: World) => down(world, instance),
    fires: {
      5: [alert('RoleGone', { role: processes[instance] }), alert('Down', { instance })],
    },
  })),
  {
    name: 'both gateways end',
    fault: (world) => {
      down(world, 'gw1')
      down(world, 'gw2')
    },
    fires: {
      5: [
        alert('RoleGone', { role: 'gateway' }),
        alert('Down', { instance: 'gw1' }),
        alert('Down', { instance: 'gw2' }),
      ],
    },
  },
  {
    name: 'both feeds end, and markets fall silent',
    fault: (world) => {
      down(world, 'feed1')
      down(world, 'feed2')
      change(world, ['tapewire_silent_markets'], at(1), 6)
    },
    fires: {
      5: [
        alert('RoleGone', { role: 'feed' }),
        alert('Down', { instance: 'feed1' }),
        alert('Down', { instance: 'feed2' }),
      ],
      13: [
        alert('RoleGone', { role: 'feed' }),
        alert('Down', { instance: 'feed1' }),
        alert('Down', { instance: 'feed2' }),
      ],
    },
  },
  {
    name: 'the service discovery forgets a dead payments process',
    fault: (world) => change(world, ['instance="pay1"'], () => null),
    fires: { 5: [alert('RoleGone', { role: 'payments' })] },
  },
  {
    name: 'everything ends',
    fault: (world) => {
      for (const instance of Object.keys(processes)) down(world, instance)
    },
    fires: { 5: [alert('Gone')] },
  },
  {
    name: 'Prometheus has no targets any more',
    fault: (world) => change(world, ['{'], () => null),
    fires: { 5: [alert('Gone')] },
  },
  {
    name: 'a process ends again and again within seconds',
    fault: (world) => change(world, ['process_start_time_seconds', 'gw1'], (second) => Math.floor(second / 60)),
    fires: { 9: [alert('Restarts', { instance: 'gw1' })] },
  },
  {
    name: 'one of several gateways of a start does not start again',
    fault: (world) => {
      change(world, ['tapewire_process_up', 'gw1', 'process="gateway-2"'], at(0))
      change(world, ['tapewire_degraded', 'gw1'], at(1))
    },
    fires: { 2: none, 9: [alert('ProcessAway', { instance: 'gw1', process: 'gateway-2' })] },
  },
  {
    name: 'the holder of a lease ends and nobody takes it',
    fault: (world) => down(world, 'feed1'),
    fires: { 5: [alert('Down', { instance: 'feed1' }), alert('LeaseFree')] },
  },
  {
    name: 'no process holds the leases of a feed',
    fault: (world) => change(world, ['tapewire_lease_held', 'feed1'], at(0)),
    fires: { 5: [alert('LeaseFree')] },
  },
  {
    name: 'a lease changes its holder every minute',
    fault: (world) => change(world, ['tapewire_lease_taken_total', 'feed'], (second) => Math.floor(second / 60)),
    fires: { 9: [alert('LeaseMoves')] },
  },
]

const faults: AlertCase[] = [
  ...['postgres', 'clickhouse', 'redis'].map((store) => ({
    name: `${store} does not serve any process`,
    fault: (world: World) => {
      storeDown(world, store)
      if (store === 'postgres') change(world, ['tapewire_postgres_waiting'], at(9))
      if (store === 'clickhouse') change(world, ['tapewire_recorder_lag_seconds'], perSecond(1))
      if (store === 'redis') change(world, ['tapewire_tape_newest_timestamp_seconds'], at(180))
    },
    fires: { 5: [alert('StoreDown', { store })], 23: [alert('StoreDown', { store })] },
  })),
  {
    name: 'one process does not reach Redis',
    fault: (world) => change(world, ['tapewire_store_up', 'redis', 'gw2'], at(0)),
    fires: { 5: [alert('StoreDown', { store: 'redis' })] },
  },
  {
    name: 'a process is not ready',
    fault: (world) => change(world, ['tapewire_ready', 'gw1'], at(0)),
    fires: { 6: [alert('NotReady', { instance: 'gw1' })] },
  },
  {
    name: 'a process works in part',
    fault: (world) => change(world, ['tapewire_degraded', 'gw1'], at(2)),
    fires: { 7: none, 9: [alert('Degraded', { instance: 'gw1' })] },
  },
  {
    name: 'statements wait for the pool of one process',
    fault: (world) => change(world, ['tapewire_postgres_waiting', 'site1'], at(4)),
    fires: { 7: [alert('PoolExhausted', { instance: 'site1' })] },
  },
  {
    name: 'statements queue for ClickHouse',
    fault: (world) => change(world, ['tapewire_clickhouse_waiting', 'gw2'], at(50)),
    fires: { 7: [alert('ClickHouseQueue', { instance: 'gw2' })] },
  },
  {
    name: 'an event loop is late',
    fault: (world) => change(world, ['eventloop', 'site1'], at(0.6)),
    fires: { 9: [alert('EventLoopLate', { instance: 'site1' })] },
  },
  {
    name: 'a disk fills until changes are refused',
    fault: (world) => {
      change(world, ['tapewire_disk_free_bytes', 'feed1'], at(1e9))
      change(world, ['tapewire_disk_full', 'feed1'], at(1), 11)
      change(world, ['tapewire_degraded', 'feed1'], at(1), 11)
    },
    fires: { 9: [alert('DiskLow', { instance: 'feed1' })], 18: [alert('DiskFull', { instance: 'feed1' })] },
  },
  {
    name: 'a process has most of its files and sockets open',
    fault: (world) => change(world, ['process_open_fds', 'gw1'], at(60_000)),
    fires: { 10: [alert('DescriptorsLow', { instance: 'gw1' })] },
  },
  {
    name: 'the clock of one process is a minute behind',
    fault: (world) => change(world, ['clock_offset', 'pay1'], at(60)),
    fires: { 10: [alert('ClockOffset')] },
  },
  {
    name: 'the clock of a store is three seconds behind',
    fault: (world) => change(world, ['clock_offset', 'store="redis"'], at(-3)),
    fires: { 10: [alert('ClockOffset')] },
  },
  {
    name: 'the newest backup is overdue',
    fault: (world) => change(world, ['backup_overdue'], at(1)),
    fires: { 20: [alert('BackupOverdue')] },
  },
  {
    name: 'no backup can be made',
    fault: (world) => change(world, ['backup_failing'], at(1)),
    fires: { 20: [alert('BackupOverdue')] },
  },
  {
    name: 'no backup was restored as a rehearsal for fifty days',
    fault: (world) => change(world, ['rehearsal_age'], at(50 * 86_400)),
    fires: { 20: [alert('RehearsalOld')] },
  },
  {
    name: 'pages of the site fail',
    fault: (world) => failing(world, ['/{locale}/pricing'], 0.3, 2),
    fires: { 11: [alert('Errors')] },
  },
  {
    name: 'answers of the gateway are slow',
    fault: (world) => {
      for (const le of ['0.1', '1'])
        change(world, ['duration_seconds_bucket', 'role="gateway"', `le="${le}"`], () => 1_800)
    },
    fires: { 17: [alert('Slow', { role: 'gateway' })] },
  },
  {
    name: 'a busy site refuses requests',
    fault: (world) => change(world, ['turned_away'], perSecond(5)),
    fires: { 11: [alert('TurnsAway')] },
  },
  {
    name: 'a source sends nothing in session, in all classes',
    fault: (world) => change(world, ['tapewire_silent_markets'], at(2)),
    fires: { 6: [alert('MarketSilent')] },
  },
  {
    name: 'a gateway reads every channel late',
    fault: (world) => change(world, ['tapewire_tape_lag_seconds', 'gw1'], at(20)),
    fires: { 5: [alert('GatewayBehind', { instance: 'gw1' })] },
  },
  {
    name: 'a gateway does not read on',
    fault: (world) => change(world, ['tapewire_tape_newest_timestamp_seconds', 'gw1'], at(180)),
    fires: { 5: [alert('TapeNotRead')] },
  },
  {
    name: 'a source breaks a rule',
    fault: (world) => change(world, ['ticks_refused', 'feed1'], perSecond(4)),
    fires: { 11: [alert('TicksRefused')] },
  },
  {
    name: 'the recorder falls behind in every shard',
    fault: (world) => change(world, ['tapewire_recorder_lag_seconds', 'feed1'], at(90)),
    fires: { 6: [alert('RecorderBehind')] },
  },
  {
    name: 'the tape is full in every shard',
    fault: (world) => change(world, ['tapewire_tape_dropped_early_total'], perSecond(1)),
    fires: { 5: [alert('TapeFull')] },
  },
  {
    name: 'a part of the tape is not recorded',
    fault: (world) => change(world, ['tapewire_recorder_gaps_total', 'feed1', 'crypto'], at(1)),
    fires: { 5: [alert('RecorderGap')], 23: none },
  },
  {
    name: 'a network is not read although the payments process runs',
    fault: (world) => change(world, ['last_look_timestamp'], at(180)),
    fires: {
      8: [alert('PaymentsNotRead', { network: 'trc20' })],
      14: [alert('PaymentsNotRead', { network: 'trc20' }), alert('SloBurnsFast', { slo: 'payments' })],
    },
  },
  {
    name: 'a network is not on sale',
    fault: (world) => change(world, ['payment_stopped'], at(1)),
    fires: { 5: [alert('NetworkStopped', { network: 'trc20' })] },
  },
  {
    name: 'an incident of a payment waits',
    fault: (world) => change(world, ['open_incidents'], at(1)),
    fires: { 9: [alert('PaymentIncident', { network: 'trc20' })] },
  },
  {
    name: 'a mail was given up',
    fault: (world) => change(world, ['mail_outbox', 'failed'], at(1)),
    fires: { 4: [alert('MailGivenUp')] },
  },
  {
    name: 'mails wait',
    fault: (world) => change(world, ['mail_outbox', 'waiting'], at(40)),
    fires: { 15: [alert('MailWaits')] },
  },
]

const objectives: AlertCase[] = [
  {
    name: 'every tenth REST call fails',
    fault: (world) => failing(world, ['role="gateway"'], 0.1, 10, [12, Infinity]),
    fires: { 12: none, 22: [alert('SloBurnsFast', { slo: 'rest' })] },
  },
  {
    name: 'all REST calls fail',
    fault: (world) => failing(world, ['role="gateway"'], 1, 10, [12, Infinity]),
    fires: { 14: [alert('SloBurnsFast', { slo: 'rest' })] },
  },
  {
    name: 'REST calls failed for two minutes, and it is over',
    fault: (world) => failing(world, ['role="gateway"'], 1, 10, [12, 14]),
    fires: { 14: [alert('SloBurnsFast', { slo: 'rest' })], 25: none },
  },
  {
    name: 'sign-ins fail',
    fault: (world) => failing(world, ['/api/auth/signin'], 0.3, 1, [12, Infinity]),
    fires: { 17: [alert('SloBurnsFast', { slo: 'sign-in' })] },
  },
  {
    name: 'batches of the stream are late',
    fault: (world) => change(world, ['batches_late', 'gw1'], (second) => (second - 720) * 10, 12),
    fires: { 20: [alert('SloBurnsFast', { slo: 'stream' })] },
  },
  {
    name: 'one REST call in two hundred fails, for more than an hour',
    fault: (world) => failing(world, ['role="gateway"'], 0.005, 10, [12, Infinity]),
    fires: { 60: none, 85: [alert('SloBurnsSlow', { slo: 'rest' })] },
  },
  {
    name: 'one REST call in two thousand fails, for more than an hour',
    fault: (world) => failing(world, ['role="gateway"'], 0.0005, 10, [12, Infinity]),
    fires: { 85: none },
  },
]

export const alertCases: readonly AlertCase[] = [...quiet, ...lost, ...faults, ...objectives]
