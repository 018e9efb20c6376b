import calculateSlot from 'cluster-key-slot'
import { Cluster, Redis, type RedisOptions } from 'iovalkey'
import { type RedisGroup, readRedisGroup } from '../addressing/redis-address.ts'
import { TakesNoChanges, type WhyNoChanges } from '../engines/takes-no-changes.ts'
import { readTlsFiles, type TlsFiles } from '../engines/tls-files.ts'
import { answerWithin } from '../engines/wait.ts'
import type { Log } from '../platform.ts'

/** One server, the master named by Sentinels, or a cluster. The keys of one command must share a slot. */
export type RedisConnection = Redis | Cluster

/** The errors with which a demoted master refuses a write or ends a blocked read. */
const demoted = /^(READONLY|UNBLOCKED) /
const probeLifeMs = 60_000
const slotCount = 16_384
/** The limit for the answer to a command of the counters. */
const counterMs = 1_000

export const retryStrategy = (times: number): number => Math.min(2_000, times * 100)

/**
 * A connection that refuses commands at once while the server is unavailable, and reconnects automatically. A command
 * without an answer is never sent twice: with 0 retries it is refused as soon as the connection breaks. If the server
 * was demoted, the connection is opened again, since the address may lead to another server by then, and `onDemoted` is
 * called.
 */
export function connectRedis(
  url: string,
  log: Log,
  { onDemoted, ...more }: RedisOptions & { onDemoted?: () => void } = {},
): RedisConnection {
  const { address, files } = readTlsFiles(url, 'REDIS_URL')
  const options: RedisOptions = {
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 3_000,
    retryStrategy,
    reconnectOnError(error) {
      const isDemoted = demoted.test(error.message)
      if (isDemoted) onDemoted?.()
      return isDemoted
    },
    ...more,
  }
  const group = readRedisGroup(address)
  const connection = group ? connectGroup(group, files, options) : connectServer(address, files, options)
  connection.on('error', (error) => log.debug('Redis connection', { error }))
  return connection
}

function connectServer(address: string, files: TlsFiles, options: RedisOptions): Redis {
  const isEncrypted = /^(?:redis|valkey)s:/.test(address)
  return new Redis(address, isEncrypted ? { ...options, tls: files } : options)
}

function connectGroup(group: RedisGroup, files: TlsFiles, more: RedisOptions): RedisConnection {
  const { kind, hosts, master, db, username, password, sentinelPassword, hasTls } = group
  const options: RedisOptions = {
    ...(username && { username }),
    ...(password && { password }),
    ...(hasTls && { tls: files }),
    ...more,
  }
  if (kind === 'cluster') return connectCluster(hosts, options)
  return new Redis({
    sentinels: hosts,
    name: master,
    db,
    sentinelRetryStrategy: retryStrategy,
    enableTLSForSentinelMode: hasTls,
    ...(hasTls && { sentinelTLS: files }),
    ...(sentinelPassword && { sentinelPassword }),
    ...options,
  })
}

function connectCluster(hosts: RedisGroup['hosts'], redisOptions: RedisOptions): Cluster {
  const { enableOfflineQueue = true, lazyConnect = false } = redisOptions
  return new Cluster(hosts, {
    redisOptions,
    enableOfflineQueue,
    lazyConnect,
    clusterRetryStrategy: retryStrategy,
    // A command that a dead node may have executed is not sent to its successor. After MOVED a command is sent again,
    // since it was not executed.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshTimeout: 3_000,
    slotsRefreshInterval: 5_000,
  })
}

/** A connection for counters. Counters work without the server, so commands never wait for an unavailable server. */
export async function connectCounters(url: string, log: Log): Promise<RedisConnection> {
  const connection = connectRedis(url, log, { lazyConnect: true, enableOfflineQueue: false })
  const usual: Pick<Cluster, 'sendCommand'> = Object.getPrototypeOf(connection)
  // The option `commandTimeout` would also end commands whose answer waits while this process is busy.
  connection.sendCommand = (...sent: Parameters<Cluster['sendCommand']>) =>
    answerWithin(counterMs, 'Command timed out', Promise.resolve(usual.sendCommand.apply(connection, sent)))
  await connection.connect()
  return connection
}

/** Writes a short-lived key to every master with slots. Throws `TakesNoChanges` if a master refuses the key. */
export async function probeRedis(connection: RedisConnection): Promise<void> {
  const write = async (server: Redis, key: string) => {
    try {
      await server.set(key, '', 'PX', probeLifeMs)
    } catch (error) {
      throw refusalIn(error) ?? error
    }
  }
  if (!(connection instanceof Cluster)) return write(connection, probeKey(0))
  const masters = connection.nodes('master')
  if (masters.length === 0) throw new Error('no node of the cluster answers')
  await Promise.all(
    masters.map(async (master) => {
      const key = keyOf(connection, master)
      if (key !== null) await write(master, key)
    }),
  )
}

const probeKey = (n: number) => `tapewire:probe:${n}`

/** A key in one of the master's slots; null while the master has no slots. */
function keyOf(cluster: Cluster, { options: { host, port } }: Redis): string | null {
  for (let n = 0; n < slotCount; n += 1) {
    const key = probeKey(n)
    if (cluster.slots[calculateSlot(key)]?.[0] === `${host}:${port}`) return key
  }
  return null
}

const refusals: readonly [RegExp, WhyNoChanges][] = [
  [/^READONLY /, 'replica'],
  [/^OOM /, 'memory_full'],
  [/^MISCONF /, 'cannot_save'],
  [/^NOREPLICAS /, 'no_replicas'],
  [/^CLUSTERDOWN /, 'lacks_slots'],
  [/^NOPERM /, 'no_permission'],
]

function refusalIn(error: unknown): TakesNoChanges | null {
  if (!(error instanceof Error)) return null
  const [, why] = refusals.find(([words]) => words.test(error.message)) ?? []
  return why === undefined ? null : new TakesNoChanges(why, { cause: error })
}

/** The Unix time of the server, or of each master of a cluster, in ms. */
export async function timesOf(connection: RedisConnection): Promise<number[]> {
  const servers = connection instanceof Cluster ? connection.nodes('master') : [connection]
  return Promise.all(
    servers.map(async (server) => {
      const [seconds, micros] = await server.time()
      return Number(seconds) * 1_000 + Number(micros) / 1_000
    }),
  )
}

export function numbersOf(answer: unknown): number[] {
  if (!Array.isArray(answer)) throw new Error('Redis answered something else than a list')
  return answer.map(Number)
}
