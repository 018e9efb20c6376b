import type { Clock } from '../clock.ts'
import type { Allowance, Limiter, Log } from '../platform.ts'
import { connectCounters, numbersOf, pingRedis, type RedisConnection } from '../stores/redis.ts'
import { Breaker } from './breaker.ts'
import { MemoryLimiter } from './limiter.ts'

type Options = { prefix: string; onShared: OnShared }
type RateLimit = { limit: number; windowMs: number; cost?: number }

/**
 * Counts in one window atomically: expired entries are removed, then the cost is added if it fits.
 * KEYS: the entries (alternately time and cost, oldest first), their sum.
 * ARGV: now, width, limit, cost, 1 to count or 0 to only check.
 * Returns whether the cost fits, what is left, and the ms until the same cost fits again or, if it fits, until the
 * oldest entry expires.
 */
const takeScript = `
local now, width, limit, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local used = tonumber(redis.call('GET', KEYS[2]) or '0')
local oldest = redis.call('LINDEX', KEYS[1], 0)
while oldest and tonumber(oldest) + width <= now do
  redis.call('LPOP', KEYS[1])
  used = used - tonumber(redis.call('LPOP', KEYS[1]))
  oldest = redis.call('LINDEX', KEYS[1], 0)
end
local fits = used + cost <= limit
if fits and ARGV[5] == '1' then
  redis.call('RPUSH', KEYS[1], ARGV[1], ARGV[4])
  used = used + cost
end
redis.call('SET', KEYS[2], used, 'PX', width)
redis.call('PEXPIRE', KEYS[1], width)
local room, reset, at = limit - used, 0, 0
while true do
  local moment = redis.call('LINDEX', KEYS[1], at)
  if not moment then break end
  reset = tonumber(moment) + width - now
  room = room + tonumber(redis.call('LINDEX', KEYS[1], at + 1))
  if fits or room >= cost then break end
  at = at + 2
end
return { fits and 1 or 0, math.max(0, limit - used), reset }`

/** Called with whether windows are shared with other processes: false while the server is unavailable or hangs. */
export type OnShared = (isShared: boolean) => void

/** Exact sliding windows shared by all processes; each counts for itself while the server is unavailable or hangs. */
export class RedisLimiter implements Limiter, AsyncDisposable {
  readonly #clock: Clock
  readonly #prefix: string
  readonly #redis: RedisConnection
  readonly #alone: MemoryLimiter
  readonly #breaker: Breaker

  private constructor(redis: RedisConnection, clock: Clock, log: Log, { prefix, onShared }: Options) {
    this.#clock = clock
    this.#prefix = prefix
    this.#redis = redis
    this.#alone = new MemoryLimiter(clock)
    this.#breaker = new Breaker({
      probe: () => pingRedis(redis),
      onChange(cause) {
        if (cause === null) log.info('limits are counted with the other processes again')
        else log.warn('shared limits cannot be counted now; this process counts alone', { cause })
        onShared(cause === null)
      },
    })
  }

  static async open(
    url: string,
    clock: Clock,
    log: Log,
    { prefix = 'tapewire:window', onShared = () => undefined }: Partial<Options> = {},
  ): Promise<RedisLimiter> {
    return new RedisLimiter(await connectCounters(url, log), clock, log, { prefix, onShared })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#redis.disconnect()
    await this.#breaker[Symbol.asyncDispose]()
  }

  async take(key: string, rateLimit: RateLimit): Promise<Allowance> {
    return (await this.#run(key, rateLimit, true)) ?? this.#alone.take(key, rateLimit)
  }

  async peek(key: string, rateLimit: RateLimit): Promise<Allowance> {
    return (await this.#run(key, rateLimit, false)) ?? this.#alone.peek(key, rateLimit)
  }

  async clear(key: string): Promise<void> {
    await this.#alone.clear(key)
    await this.#breaker.run(() => this.#redis.del(...this.#keys(key)))
  }

  async #run(key: string, { limit, windowMs, cost = 1 }: RateLimit, counts: boolean): Promise<Allowance | null> {
    const words = [this.#clock.now(), windowMs, limit, cost, counts ? 1 : 0]
    return this.#breaker.run(async () => {
      const answer = await this.#redis.eval(takeScript, 2, ...this.#keys(key), ...words)
      const [fits, remaining = 0, resetMs = 0] = numbersOf(answer)
      return { allowed: fits === 1, limit, remaining, resetMs }
    })
  }

  #keys(key: string): [entries: string, sum: string] {
    return [`${this.#prefix}:{${key}}`, `${this.#prefix}:{${key}}:sum`]
  }
}
