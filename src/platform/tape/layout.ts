import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'iovalkey'
import { isShardCount } from '../addressing/shards.ts'
import type { Log } from '../platform.ts'
import { SettingsError } from '../settings.ts'
import { connectRedis, type RedisConnection } from '../stores/redis.ts'

const usualShards = 4
const pollMs = 5_000
const startMs = 10_000
/** Prefix of the stored number of shards while a command divides the tape. */
const dividing = 'dividing '

type Options = { prefix?: string; pollMs?: number }

/**
 * The number of shards of a tape in Redis. It is stored with the tape, because a process with another number would
 * append to and read other channels. The first start stores it; a tape of the previous release has one shard.
 */
export class TapeLayout implements AsyncDisposable {
  readonly #redis: RedisConnection
  readonly #log: Log
  readonly #prefix: string
  readonly #pollMs: number
  #watching: NodeJS.Timeout | null = null

  constructor(url: string, log: Log, { prefix = 'tapewire:tape', pollMs: everyMs = pollMs }: Options = {}) {
    this.#redis = connectRedis(url, log)
    this.#log = log
    this.#prefix = prefix
    this.#pollMs = everyMs
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#watching) clearInterval(this.#watching)
    this.#redis.disconnect()
  }

  /**
   * The server's version (Valkey: the compatible Redis version). Refuses a server that is not standalone if REDIS_URL
   * names a single server.
   */
  async version(): Promise<string> {
    const info = await Promise.race([this.#redis.info('server'), this.#givenUp()])
    const mode = /^redis_mode:(\w+)/m.exec(info)?.[1]
    if (this.#redis instanceof Redis && mode !== 'standalone')
      throw new SettingsError(
        `REDIS_URL names a server that runs as ${mode}. Begin it with redis+cluster:// for a cluster, with redis+sentinel:// for Sentinels.`,
      )
    return /^redis_version:(\S+)/m.exec(info)?.[1] ?? ''
  }

  /** Rejects after `startMs`. The client retries Sentinels and clusters endlessly, but a start must fail. */
  async #givenUp(): Promise<never> {
    await sleep(startMs, undefined, { ref: false })
    throw new Error(`no answer within ${startMs} ms`)
  }

  /**
   * The number of shards. A new tape gets `wanted`; null: the usual number. `channels`: the channels that the previous
   * release used.
   */
  async settle(channels: readonly string[], wanted: number | null): Promise<number> {
    if ((await this.#read()) === null) {
      const found = await Promise.all(channels.map((name) => this.#redis.exists(`${this.#prefix}:{${name}}:numbers`)))
      await this.#redis.set(this.#key, found.includes(1) ? 1 : (wanted ?? usualShards), 'NX')
    }
    return shardsIn(await this.#read())
  }

  /** Refuses a start whose setting contradicts the tape, and any start while the tape is being divided. */
  async admit(wanted: number | null): Promise<void> {
    const text = await this.#read()
    if (text?.startsWith(dividing))
      throw new SettingsError(
        'The tape is being divided. Wait until "tape shards" has ended, or run it again if it was interrupted.',
      )
    const shards = shardsIn(text)
    if (wanted === null || wanted === shards) return
    throw new SettingsError(
      `TAPE_SHARDS is ${wanted}, but the tape at REDIS_URL has ${shards}. Leave TAPE_SHARDS out, or stop all processes and run "npm run tapewire -- tape shards ${wanted}".`,
    )
  }

  /** Restores the stored number if a server has lost it. Calls `onChange` once if the number has changed. */
  watch(shards: number, onChange: () => void): void {
    const check = async () => {
      await this.#redis.set(this.#key, shards, 'NX')
      if ((await this.#read()) === String(shards)) return
      if (this.#watching) clearInterval(this.#watching)
      setImmediate(onChange)
    }
    this.#watching = setInterval(() => {
      check().catch((error: unknown) => this.#log.debug('the division of the tape could not be read', { error }))
    }, this.#pollMs)
    this.#watching.unref()
  }

  /** Runs `work`, which copies the tape, then stores the new number. Until then no process can start. */
  async change(shards: number, work: (redis: RedisConnection) => Promise<void>): Promise<void> {
    if (!isShardCount(shards)) throw new SettingsError('The tape has 1, 2, 4, 8, 16, 32 or 64 shards.')
    const before = shardsIn(await this.#read())
    await this.#redis.set(this.#key, `${dividing}${before}`)
    await work(this.#redis)
    await this.#redis.set(this.#key, shards)
  }

  get #key(): string {
    return `${this.#prefix}:layout`
  }

  #read(): Promise<string | null> {
    return this.#redis.get(this.#key)
  }
}

function shardsIn(text: string | null): number {
  const shards = Number(text?.replace(dividing, ''))
  if (isShardCount(shards)) return shards
  throw new Error(`the tape has ${text ?? 'no'} shards`)
}
