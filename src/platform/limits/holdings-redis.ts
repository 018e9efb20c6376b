import { randomUUID } from 'node:crypto'
import type { Redis } from 'iovalkey'
import { hourMs } from '#src/contract/time.ts'
import type { Holdings, Log } from '../platform.ts'
import { connectCounters, numbersOf } from '../stores/redis.ts'
import { MemoryHoldings } from './holdings.ts'

const beatMs = 1_500
/** Holdings of a silent process are released after this time. */
const lifeMs = 5_000
const ownerLifeMs = 24 * hourMs

/**
 * Members are `<process> <name>`. Those of processes that are gone leave first; then the distinct names count. KEYS: the
 * owner's set. ARGV: prefix of the signs of life, process, limit, then names to take; a limit of -1 releases them.
 */
const changeScript = `
local living, names, held = {}, {}, 0
for _, member in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  local at = string.find(member, ' ', 1, true)
  local process, name = string.sub(member, 1, at - 1), string.sub(member, at + 1)
  if living[process] == nil then living[process] = redis.call('EXISTS', ARGV[1] .. process) == 1 end
  if not living[process] then redis.call('SREM', KEYS[1], member)
  else
    names[name] = (names[name] or 0) + 1
    if names[name] == 1 then held = held + 1 end
  end
end
local limit, fresh = tonumber(ARGV[3]), 0
if limit < 0 then
  for i = 4, #ARGV do
    if redis.call('SREM', KEYS[1], ARGV[2] .. ' ' .. ARGV[i]) == 1 and names[ARGV[i]] == 1 then held = held - 1 end
  end
  return { 1, held }
end
for i = 4, #ARGV do if not names[ARGV[i]] then fresh = fresh + 1; names[ARGV[i]] = 1 end end
if fresh > 0 and held + fresh > limit then return { 0, held } end
for i = 4, #ARGV do redis.call('SADD', KEYS[1], ARGV[2] .. ' ' .. ARGV[i]) end
redis.call('PEXPIRE', KEYS[1], ${ownerLifeMs})
return { 1, held + fresh }`

/**
 * Holdings counted over all processes. Each process renews a sign of life; the holdings of a dead one are released some
 * seconds later. While the server is away each process counts only its own, and writes them again afterwards.
 */
export class RedisHoldings implements Holdings, AsyncDisposable {
  readonly #log: Log
  readonly #prefix: string
  readonly #redis: Redis
  readonly #own = new MemoryHoldings()
  readonly #beating: NodeJS.Timeout
  #process: string = randomUUID()
  #isKnown = false
  #beat: Promise<void>

  private constructor(redis: Redis, log: Log, prefix: string) {
    this.#log = log
    this.#prefix = prefix
    this.#redis = redis
    this.#beat = this.#giveSign()
    this.#beating = setInterval(() => {
      this.#beat = this.#giveSign()
    }, beatMs)
    this.#beating.unref()
  }

  static async open(url: string, log: Log, prefix = 'tapewire:held'): Promise<RedisHoldings> {
    const holdings = new RedisHoldings(await connectCounters(url, log), log, prefix)
    await holdings.#beat
    return holdings
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#beating)
    await this.#beat
    // Without an answer the sign runs out by itself.
    await this.#redis.del(this.#sign()).catch(() => undefined)
    this.#redis.disconnect()
  }

  async take(owner: string, names: readonly string[], limit: number): Promise<{ taken: boolean; held: number }> {
    const shared = await this.#change(owner, names, Math.min(limit, Number.MAX_SAFE_INTEGER))
    if (shared && !shared.taken) return shared
    const own = await this.#own.take(owner, names, shared ? Number.POSITIVE_INFINITY : limit)
    return shared ?? own
  }

  async release(owner: string, names: readonly string[]): Promise<number> {
    const [own, shared] = await Promise.all([this.#own.release(owner, names), this.#change(owner, names, -1)])
    return shared?.held ?? own
  }

  async #change(owner: string, names: readonly string[], limit: number) {
    // The beat of a silent server is not waited for: it costs a time-out.
    if (this.#isKnown) await this.#beat
    if (!this.#isKnown) return null
    try {
      const words = [`${this.#prefix}:process:`, this.#process, limit, ...names]
      const [taken, held = 0] = numbersOf(await this.#redis.eval(changeScript, 1, this.#set(owner), ...words))
      return { taken: taken === 1, held }
    } catch (error) {
      this.#isKnown = false
      this.#log.warn('what is held cannot be counted with the other processes now', { error })
      return null
    }
  }

  /** After a silence the process takes a new name; its old holdings expire with the old one. */
  async #giveSign(): Promise<void> {
    try {
      if (this.#isKnown && (await this.#redis.set(this.#sign(), '1', 'PX', lifeMs, 'XX')) !== null) return
      this.#process = randomUUID()
      await this.#redis.set(this.#sign(), '1', 'PX', lifeMs)
      for (const [owner, names] of this.#own.entries()) {
        await this.#redis.sadd(this.#set(owner), ...[...names].map((name) => `${this.#process} ${name}`))
      }
      this.#isKnown = true
    } catch (error) {
      this.#isKnown = false
      this.#log.debug('no sign of life could be given', { error })
    }
  }

  #sign(): string {
    return `${this.#prefix}:process:${this.#process}`
  }

  #set(owner: string): string {
    return `${this.#prefix}:{${owner}}`
  }
}
