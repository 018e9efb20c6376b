import { Cluster, Redis, type RedisOptions } from 'iovalkey'
import { type RedisGroup, readRedisGroup } from '../addressing/redis-address.ts'
import { readTlsFiles, type TlsFiles } from '../addressing/tls-files.ts'
import type { Log } from '../platform.ts'

/** One server, the master named by Sentinels, or a cluster. The keys of one command must share a slot. */
export type RedisConnection = Redis | Cluster

export const retryStrategy = (times: number): number => Math.min(2_000, times * 100)

/**
 * A connection that refuses commands at once while the server is unavailable, and reconnects automatically. A command
 * whose answer was lost is never sent twice: with 0 retries it is refused as soon as the connection breaks; with
 * more, a quick reconnect would leave it without an answer.
 */
export function connectRedis(url: string, log: Log, more: RedisOptions = {}): RedisConnection {
  const { address, files } = readTlsFiles(url, 'REDIS_URL')
  const options: RedisOptions = {
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 3_000,
    retryStrategy,
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
    // A master that was replaced while connected refuses writes; reconnecting queries the Sentinels again.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
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
    // A command that a dead node may have executed is not sent to its successor. After MOVED it is sent again, since
    // it was not executed.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshTimeout: 3_000,
    slotsRefreshInterval: 5_000,
  })
}

/** A connection for counters, which work without the server: commands never wait for an unavailable server. */
export async function connectCounters(url: string, log: Log): Promise<RedisConnection> {
  const connection = connectRedis(url, log, { lazyConnect: true, enableOfflineQueue: false, commandTimeout: 1_000 })
  await connection.connect()
  return connection
}

/** Resolves when every server that accepts writes has answered. */
export async function pingRedis(connection: RedisConnection): Promise<void> {
  const servers = connection instanceof Cluster ? connection.nodes('master') : [connection]
  if (servers.length === 0) throw new Error('no node of the cluster answers')
  await Promise.all(servers.map((server) => server.ping()))
}

export function numbersOf(answer: unknown): number[] {
  if (!Array.isArray(answer)) throw new Error('Redis answered something else than a list')
  return answer.map(Number)
}
