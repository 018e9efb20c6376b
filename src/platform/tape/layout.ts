import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'iovalkey'
import { isShardCount } from '../addressing/shards.ts'
import type { Log } from '../platform.ts'
import { SettingsError } from '../settings.ts'
import { connectRedis, type RedisConnection } from '../stores/redis.ts'

const usualShards = 4
const lookMs = 5_000
const startMs = 10_000
/** Before the number, while a command divides the tape again. */
const dividing = 'dividing '

type Options = { prefix?: string; lookMs?: number }

/**
 * Into how many shards a tape in Redis is divided: a fact of the tape and not of a process, since a process that counts otherwise would
 * append and read elsewhere. The first start writes it. A tape of the release before, which knew no shards, has one.
 */
export class TapeLayout implements AsyncDisposable {
  readonly #redis: RedisConnection
  readonly #log: Log
  readonly #prefix: string
  readonly #lookMs: number
  #watching: NodeJS.Timeout | null = null

  constructor(url: string, log: Log, { prefix = 'tapewire:tape', lookMs: everyMs = lookMs }: Options = {}) {
    this.#redis = connectRedis(url, log)
    this.#log = log
    this.#prefix = prefix
    this.#lookMs = everyMs
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#watching) clearInterval(this.#watching)
    this.#redis.disconnect()
  }

  /** Of the server; Valkey answers with that of the Redis that it can replace. Refuses a server that is not what its address says. */
  async version(): Promise<string> {
    const info = await Promise.race([this.#redis.info('server'), this.#givenUp()])
    const mode = /^redis_mode:(\w+)/m.exec(info)?.[1]
    if (this.#redis instanceof Redis && mode !== 'standalone')
      throw new SettingsError(
        `REDIS_URL names a server that runs as ${mode}. Begin it with redis+cluster:// for a cluster, with redis+sentinel:// for Sentinels.`,
      )
    return /^redis_version:(\S+)/m.exec(info)?.[1] ?? ''
  }

  /** Sentinels and clusters that are away are asked again and again, and a start should say so. */
  async #givenUp(): Promise<never> {
    await sleep(startMs, undefined, { ref: false })
    throw new Error(`no answer within ${startMs} ms`)
  }

  /** The shards of the tape; of a new one `wanted`. `channels`: under which the release before kept its tape. */
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

  /** Writes the number again where a server has lost it, and calls `onChange` once the tape is divided otherwise than now. */
  watch(shards: number, onChange: () => void): void {
    const look = async () => {
      await this.#redis.set(this.#key, shards, 'NX')
      if ((await this.#read()) === String(shards)) return
      if (this.#watching) clearInterval(this.#watching)
      setImmediate(onChange)
    }
    this.#watching = setInterval(() => {
      look().catch((error: unknown) => this.#log.debug('the division of the tape could not be read', { error }))
    }, this.#lookMs)
    this.#watching.unref()
  }

  /** Runs `work`, which copies the tape; then the new number holds. No process may start meanwhile. */
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
