import { Redis, type RedisOptions } from 'iovalkey'
import type { Log } from '../platform.ts'

/**
 * A connection that refuses at once while the server is away, and comes back by itself. A command whose answer is lost is
 * not sent twice behind our back: with 0 it is refused as soon as the line breaks; with more, a quick reconnect would
 * leave it without any answer.
 */
export function connectRedis(url: string, log: Log, more: RedisOptions = {}): Redis {
  const connection = new Redis(url, {
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 3_000,
    retryStrategy: (times) => Math.min(2_000, times * 100),
    ...more,
  })
  connection.on('error', (error) => log.debug('Redis connection', { error }))
  return connection
}

/** For counters, which have an answer without the server: nothing waits for one that is away or hangs. */
export async function connectCounters(url: string, log: Log): Promise<Redis> {
  const connection = connectRedis(url, log, { lazyConnect: true, enableOfflineQueue: false, commandTimeout: 1_000 })
  await connection.connect()
  return connection
}

export function numbersOf(answer: unknown): number[] {
  if (!Array.isArray(answer)) throw new Error('Redis answered something else than a list')
  return answer.map(Number)
}
