import { setTimeout as sleep } from 'node:timers/promises'
import { operate } from '#test/fixtures/operator-cli.ts'
import { generator } from '#test/fixtures/payment-scenario.ts'
import { type AlertComparison, alertedMs, compareAlerts } from './alert-history.ts'
import type { AlertWatch } from './alerts.ts'
import { type Cluster, membersOf, within } from './cluster.ts'
import { type Promised, WritingCustomers } from './customers.ts'
import { meetGateways, requestAtRate } from './data-load.ts'
import { explanation, type Happened, isOfMachine } from './explained.ts'
import { type Fault, type FaultKind, faultsOf, happen, victimsOf } from './faults.ts'
import { Followers, type FollowersVerdict } from './followers.ts'
import { type Producer, pushedSymbols, startProducer } from './producer.ts'
import { recordedProblems } from './recorded.ts'
import { isWhole } from './recovery.ts'
import { type Failure, Requests } from './requests.ts'
import { Stalls } from './stalls.ts'

export type DrillSize = {
  seed: number
  seconds: number
  /** The maximum number of faults. */
  faults: number
  lastsMsMax: number
  /** One in this number of faults lasts until its alerts must have fired. */
  longEvery: number
  perSecond: number
  sockets: number
  customers: number
}

export type FaultSum = { victim: string; kind: FaultKind; times: number; failed: number; recoveryMsMax: number }

export type DrillResult = DrillSize & {
  requests: number
  skipped: number
  /**
   * The milliseconds for which the machine stalled this process, and each store (`slowMs`). `stalledFailures`: requests
   * that failed during a stall.
   */
  stalledMs: number
  slowMs: Record<string, number>
  stalledFailures: number
  explained: number
  unexplained: string[]
  /** Expected refusals, by call. */
  refused: Record<string, number>
  promised: Promised
  lost: string[]
  pushed: number
  followers: FollowersVerdict
  /** Differences between history and the events that clients received. */
  recorded: string[]
  sums: FaultSum[]
  /** Null if Prometheus is not installed. */
  alerts: AlertComparison | null
}

/** The time limit until everything works again after a fault. The leases of payments need the longest time. */
const recoveryMsMax = 30_000
/** The pause without a fault after each fault. */
const calmMs = 1_000
const paidWithinMs = 30_000

/**
 * Breaks processes and stores under load; acknowledged changes must survive. The seed determines the faults and the
 * choices of customers, but not the exact timing.
 */
export async function drillCluster(
  cluster: Cluster,
  key: string,
  size: DrillSize,
  { watch, say }: { watch: AlertWatch | null; say: (line: string) => void },
): Promise<DrillResult> {
  const random = generator(size.seed)
  await using stack = new AsyncDisposableStack()
  const { site, api } = cluster
  const stalls = stack.use(new Stalls(cluster.stores.all))
  const requests = new Requests()
  const customers = new WritingCustomers(requests, site, generator(size.seed + 1))
  await customers.join(size.customers)
  const feedKey = await createFeedKey(cluster)
  const producer = startProducer(requests, { api, key: feedKey })
  const followers = stack.use(new Followers(api, key, size.sockets))
  await followers.begun()
  await meetGateways(membersOf(cluster, 'gateway'), key)
  followers.expectPushedOnly()
  customers.begin()
  const load = stack.use(requestAtRate(requests, { api, site, key, perSecond: size.perSecond }))
  const began = performance.now()
  const until = began + size.seconds * 1_000
  const happened: Happened[] = []
  for (const fault of faultsOf(victimsOf(cluster), random, { ...size, longMs: alertedMs })) {
    if (happened.length === size.faults || performance.now() > until) break
    happened.push(await survive(cluster, { fault, key, customers, producer, followers }))
    say(
      `${happened.length} faults: ${fault.kind} of ${fault.victim.name}; acknowledged ${JSON.stringify([...producer.acknowledged()])}`,
    )
  }
  await load[Symbol.asyncDispose]()
  await customers.stop()
  await producer.finish()
  await haveAll(followers, producer)
  followers.stop()
  const failures = requests.failures.filter((failure) => !isOfMachine(failure, stalls))
  const unexplained = failures.filter((failure) => explanation(failure, happened) === null)
  return {
    ...size,
    requests: requests.count,
    skipped: load.skipped(),
    stalledMs: stalls.ms,
    slowMs: stalls.storesMs,
    stalledFailures: requests.failures.length - failures.length,
    explained: failures.length - unexplained.length,
    unexplained: unexplained.map((failure) => describeFailure(failure, happened, cluster)),
    refused: Object.fromEntries(requests.refused),
    promised: customers.promised,
    lost: [...(await customers.lost(paidWithinMs)), ...(await stillAccepted(cluster, customers.revoked))],
    pushed: [...producer.acknowledged().values()].reduce((sum, count) => sum + count, 0),
    followers: followers.verdict,
    recorded: await recordedProblems(cluster, key, followers),
    sums: sumsOf(happened, failures),
    alerts: watch && (await compareAlerts(cluster, watch, happened, began)),
  }
}

type Scene = { fault: Fault; key: string; customers: WritingCustomers; producer: Producer; followers: Followers }

/** Causes one fault, waits until everything answers again, then pauses for `calmMs`. */
async function survive(cluster: Cluster, { fault, key, customers, producer, followers }: Scene): Promise<Happened> {
  const from = performance.now()
  await happen(fault)
  const what = `all is well after ${fault.kind} of ${fault.victim.name}`
  let last = ''
  const recovered = async () => {
    last = (await isWhole(cluster, key)) ?? ''
    return last === '' ? true : null
  }
  await within(recoveryMsMax, what, recovered).catch((cause: unknown) => {
    for (const member of cluster.members) member.assertAlive()
    throw new Error(`${cause}: ${last}`)
  })
  await haveAll(followers, producer)
  const to = performance.now()
  for (const member of cluster.members) member.assertAlive()
  await customers.revokeOne()
  await sleep(calmMs)
  return { ...fault, from, to }
}

async function haveAll(followers: Followers, producer: Producer): Promise<void> {
  const wanted = producer.acknowledged()
  const behind = () => pushedSymbols.flatMap((one) => followers.behind(one, wanted.get(one) ?? 0))
  await within(recoveryMsMax, `clients have ${JSON.stringify([...wanted])}`, async () =>
    behind().length === 0 ? true : null,
  ).catch((cause: unknown) => {
    const late = behind()
    throw new Error(`${cause}: ${late.length} have not, of ${followers.count}; ${late.slice(0, 5).join(', ')}`)
  })
}

async function createFeedKey(cluster: Cluster): Promise<string> {
  const dataDir = membersOf(cluster, 'site')[0]?.dataDir ?? ''
  const output = await operate(dataDir, 'feed-key create', 'drill', '--class', 'crypto')
  return output.split('\n')[0] ?? ''
}

async function stillAccepted(cluster: Cluster, revoked: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const { url, name } of membersOf(cluster, 'gateway'))
    for (const token of revoked) {
      const { status } = await fetch(`${url}/account/limits`, { headers: { token } })
      if (status < 400) found.push(`a revoked key is taken by ${name}`)
    }
  return found
}

function describeFailure(failure: Failure, happened: readonly Happened[], { members }: Cluster): string {
  const { kind, what, status, error, from, retryAfter, requestId } = failure
  const before = happened.findLast((fault) => fault.from < from)
  const after = before
    ? `${Math.round(from - before.from)} ms after ${before.kind} of ${before.victim.name}, which took ${Math.round(before.to - before.from)} ms`
    : 'before the first fault'
  const lines = requestId === null ? [] : members.flatMap(({ output }) => output.split('\n'))
  const logged = lines.find((line) => line.includes(requestId ?? ''))?.slice(0, 2_000)
  return `${kind} ${what}: ${status} ${error}, Retry-After ${retryAfter}, ${after}; ${logged ?? 'nothing logged'}`
}

function sumsOf(happened: readonly Happened[], failures: readonly Failure[]): FaultSum[] {
  const groups = Map.groupBy(happened, ({ victim, kind }) => `${victim.target} ${kind}`)
  return [...groups.values()].map((group) => ({
    victim: group[0]?.victim.target ?? '',
    kind: group[0]?.kind ?? 'kill',
    times: group.length,
    failed: failures.filter((failure) => group.includes(explanation(failure, happened) as Happened)).length,
    recoveryMsMax: Math.round(Math.max(...group.map(({ from, to, lastsMs }) => to - from - lastsMs))),
  }))
}
