import type { Clock } from '../clock.ts'
import type { Allowance, Limiter, Log } from '../platform.ts'
import { connectCounters, numbersOf, probeRedis, type RedisConnection } from '../stores/redis.ts'
import { Breaker } from './breaker.ts'
import { MemoryLimiter } from './limiter.ts'

/** `time`: Lua code that sets `now`, in ms. */
type Options = { prefix: string; onShared: OnShared; time: string }
type RateLimit = { limit: number; windowMs: number; cost?: number }

/** Lua code that reads the server's time, which all processes share. Their own clocks may differ by hours. */
const serverTime = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`

/**
 * Counts in one window atomically, by the rule of `limiter.ts`: expired entries are removed, then the cost is added if
 * it fits. Entries in the future are removed, too; they exist after a clock was set back. Only a counted cost renews
 * the keys' lives, so refused retries do not keep a caller out.
 * KEYS: the entries (alternately time and cost, oldest first), their sum.
 * ARGV: width, limit, cost, 1 to count or 0 to only check.
 * Returns whether the cost fits, the remainder, and a time in ms: until the oldest entry expires or, after a refusal,
 * until the cost fits.
 */
const takeScript = `
local width, limit, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local used, gone = tonumber(redis.call('GET', KEYS[2]) or '0'), 0
local oldest = redis.call('LINDEX', KEYS[1], 0)
while oldest and tonumber(oldest) + width <= now do
  redis.call('LPOP', KEYS[1])
  gone = gone + tonumber(redis.call('LPOP', KEYS[1]))
  oldest = redis.call('LINDEX', KEYS[1], 0)
end
local newest = oldest and redis.call('LINDEX', KEYS[1], -2)
while newest and tonumber(newest) > now do
  gone = gone + tonumber(redis.call('RPOP', KEYS[1]))
  redis.call('RPOP', KEYS[1])
  newest = redis.call('LINDEX', KEYS[1], -2)
end
used = newest and math.max(0, used - gone) or 0
local fits = used + cost <= limit
if fits and ARGV[4] == '1' then
  redis.call('RPUSH', KEYS[1], string.format('%.0f', now), ARGV[3])
  used = used + cost
  redis.call('SET', KEYS[2], used, 'PX', width)
  redis.call('PEXPIRE', KEYS[1], width)
elseif used == 0 then
  redis.call('DEL', KEYS[2])
elseif gone > 0 then
  redis.call('SET', KEYS[2], used, 'KEEPTTL')
end
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

/** `isShared`: whether all processes share the windows; false while the server is unavailable or hangs. */
export type OnShared = (isShared: boolean) => void

/**
 * Exact sliding windows shared by all processes. While the server is unavailable or hangs, each process counts
 * separately.
 */
export class RedisLimiter implements Limiter, AsyncDisposable {
  readonly #prefix: string
  readonly #script: string
  readonly #redis: RedisConnection
  readonly #alone: MemoryLimiter
  readonly #breaker: Breaker

  private constructor(redis: RedisConnection, clock: Clock, log: Log, { prefix, onShared, time }: Options) {
    this.#prefix = prefix
    this.#script = `${time}${takeScript}`
    this.#redis = redis
    this.#alone = new MemoryLimiter(clock)
    this.#breaker = new Breaker({
      probe: () => probeRedis(redis),
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
    { prefix = 'tapewire:window', onShared = () => undefined, time = serverTime }: Partial<Options> = {},
  ): Promise<RedisLimiter> {
    return new RedisLimiter(await connectCounters(url, log), clock, log, { prefix, onShared, time })
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
    const words = [windowMs, limit, cost, counts ? 1 : 0]
    return this.#breaker.run(async () => {
      const answer = await this.#redis.eval(this.#script, 2, ...this.#keys(key), ...words)
      const [fits, remaining = 0, resetMs = 0] = numbersOf(answer)
      return { allowed: fits === 1, limit, remaining, resetMs }
    })
  }

  #keys(key: string): [entries: string, sum: string] {
    return [`${this.#prefix}:{${key}}`, `${this.#prefix}:{${key}}:sum`]
  }
}
