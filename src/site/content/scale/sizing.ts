import type { Measured } from './measured.ts'

/** The load that an installation is sized for. */
export type Target = {
  /** Deliveries at the peak. */
  deliveriesPerSecond: number
  /** Events published at the peak, over all instruments. */
  eventsPerSecond: number
  sockets: number
  /** Requests answered from history (`historyPerSecond`) and from memory (`hotPerSecond`). */
  historyPerSecond: number
  hotPerSecond: number
  rows: number
  /** Bytes on disk, before replication. */
  storedBytes: number
}

/** The assumptions behind the figures, in addition to the measurement. The page lists all assumptions. */
export type Premises = {
  /** Planned fractions of a core, a network card and a disk. The rest is reserve for bursts and failed machines. */
  coreLoad: number
  networkLoad: number
  diskLoad: number
  machine: { cores: number; memoryBytes: number; networkBits: number }
  historyMachine: { cores: number; diskBytes: number }
  copies: number
  /** The mean traffic of a month as a fraction of the peak. */
  meanOfPeak: number
  /** Memory of an idle process. */
  processBytes: number
  /** The most connections that a process holds, to each Redis server and to PostgreSQL. */
  redisConnections: number
  postgresConnections: number
}

export const target: Target = {
  deliveriesPerSecond: 70_000_000,
  eventsPerSecond: 200_000,
  sockets: 100_000,
  historyPerSecond: 2_000,
  hotPerSecond: 50_000,
  rows: 1e12,
  storedBytes: 2e15,
}

export const premises: Premises = {
  coreLoad: 0.5,
  networkLoad: 0.6,
  diskLoad: 0.75,
  machine: { cores: 32, memoryBytes: 128 * 1024 ** 3, networkBits: 25e9 },
  historyMachine: { cores: 32, diskBytes: 120e12 },
  copies: 2,
  meanOfPeak: 0.25,
  processBytes: 300 * 1024 ** 2,
  redisConnections: 6,
  postgresConnections: 17,
}

/**
 * `bound`: the resource that is full first. `amounts`: for each resource, the number of machines that its load needs,
 * not rounded.
 */
export type MachineSizing = { machines: number; bound: Bound; amounts: Partial<Record<Bound, number>> }
export type Bound = 'cores' | 'network' | 'memory' | 'disk'

export type Sizing = {
  gateways: MachineSizing & {
    processes: number
    /** The shards are divided into this number of groups. Each process follows the shards of one group. */
    groups: number
    /** Fraction of a core that each process spends on reading the tape, before any delivery. */
    followLoad: number
    networkBits: number
    memoryBytes: number
  }
  tape: MachineSizing & { shards: number; servers: number; networkBits: number }
  feed: { cores: number }
  recorder: { cores: number }
  history: MachineSizing & { diskBytes: number; rowsBytes: number; daysOfRows: number }
  egressBytesPerMonth: number
  /** `processes`: the number over all roles. `redis`: connections to each server. `postgres`: with every pool full. */
  connections: { processes: number; redis: number; postgres: number }
}

/** Two sites and two payments processes. */
const otherProcesses = 4

const bitsOf = (bytes: number) => bytes * 8
const monthSeconds = 30 * 86_400

/** Assumes that the cost of each stage at scale is its cost on one core. */
export function sizing(measured: Measured, required: Target = target, on: Premises = premises): Sizing {
  const gateways = gatewaysFor(measured, required, on)
  const feed = { cores: required.eventsPerSecond / measured.tape.append.feed / on.coreLoad }
  const recorder = { cores: required.eventsPerSecond / measured.record.rows / on.coreLoad }
  // Each feed and each recorder has a standby process.
  const processes = gateways.processes + 2 * (Math.ceil(feed.cores) + Math.ceil(recorder.cores)) + otherProcesses
  return {
    gateways,
    tape: tapeFor(measured, required, on, gateways),
    feed,
    recorder,
    history: historyFor(measured, required, on),
    egressBytesPerMonth: required.deliveriesPerSecond * measured.fanOut.bytes * on.meanOfPeak * monthSeconds,
    connections: {
      processes,
      redis: processes * on.redisConnections,
      postgres: processes * on.postgresConnections,
    },
  }
}

/** The gateways of a machine with `GATEWAYS=auto`: one core is for their supervisor and the system. */
export function gatewaysOf({ cores }: Premises['machine']): number {
  return Math.max(1, cores - 1)
}

/**
 * Every process reads all events of the shards that its clients use. If that takes more than half of a core's planned
 * load, clients are routed to groups of processes by their subscriptions. Each group has its own shards.
 */
function gatewaysFor({ tape, fanOut, query }: Measured, required: Target, on: Premises): Sizing['gateways'] {
  const wholeFollow = required.eventsPerSecond / tape.follow.gateway
  const groups = Math.max(1, powerOfTwo(wholeFollow / (on.coreLoad / 2)))
  const followLoad = wholeFollow / groups
  const work = required.deliveriesPerSecond / fanOut.deliveries + required.hotPerSecond / query.hot
  const processes = Math.ceil(work / (on.coreLoad - followLoad))
  const out = bitsOf(required.deliveriesPerSecond * fanOut.bytes)
  const incoming = bitsOf((processes * required.eventsPerSecond * tape.follow.bytes) / groups)
  const memoryBytes = processes * on.processBytes + required.sockets * fanOut.socketBytes
  const machines = machineSizing({
    cores: processes / gatewaysOf(on.machine),
    // A network card sends and receives at full rate at the same time, so only the larger of both amounts counts.
    network: Math.max(out, incoming) / on.machine.networkBits / on.networkLoad,
    memory: memoryBytes / on.machine.memoryBytes,
  })
  return { ...machines, processes, groups, followLoad, networkBits: out, memoryBytes }
}

/** Redis uses one core. Each entry is written to Redis once and sent to every process that follows it. */
function tapeFor(
  { tape }: Measured,
  required: Target,
  on: Premises,
  { processes, groups }: Sizing['gateways'],
): Sizing['tape'] {
  const read = (processes * required.eventsPerSecond) / groups
  const cores = (required.eventsPerSecond / tape.append.store + read / tape.follow.store) / on.coreLoad
  const networkBits = bitsOf(read * tape.follow.bytes)
  const servers = Math.ceil(cores)
  const machines = machineSizing({
    cores: cores / on.machine.cores,
    network: networkBits / on.machine.networkBits / on.networkLoad,
  })
  return { ...machines, servers, shards: powerOfTwo(Math.max(servers, groups)), networkBits }
}

function historyFor({ record, query }: Measured, required: Target, on: Premises): Sizing['history'] {
  const rowsBytes = required.rows * record.bytes
  const diskBytes = Math.max(required.storedBytes, rowsBytes) * on.copies
  const machines = machineSizing({
    cores:
      (required.historyPerSecond / query.history + (required.eventsPerSecond * on.copies) / record.rows) /
      on.coreLoad /
      on.historyMachine.cores,
    disk: diskBytes / on.historyMachine.diskBytes / on.diskLoad,
  })
  return {
    ...machines,
    diskBytes,
    rowsBytes,
    daysOfRows: required.rows / (required.eventsPerSecond * on.meanOfPeak) / 86_400,
  }
}

function machineSizing(amounts: Partial<Record<Bound, number>>): MachineSizing {
  const sorted = (Object.entries(amounts) as [Bound, number][]).sort(([, a], [, b]) => b - a)
  const [bound, most] = sorted[0] ?? ['cores', 0]
  return { machines: Math.max(1, Math.ceil(most)), bound, amounts }
}

function powerOfTwo(atLeast: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(atLeast)))
}
