import { randomUUID } from 'node:crypto'
import { hourMs } from '#src/contract/time.ts'
import type { Holdings, Log } from '../platform.ts'
import { connectCounters, type RedisConnection } from '../stores/redis.ts'
import { MemoryHoldings } from './holdings.ts'

const beatMs = 1_500
/**
 * `lifeMs`: the time after which a sign of life expires, which frees the holdings of its process. `believedMs`: the
 * time for which a sign is trusted without another read.
 */
const lifeMs = 4_000
const believedMs = 1_000
/** The maximum number of ended processes that are remembered. For other processes the sign of life is read again. */
const goneMax = 100
const ownerLifeMs = 24 * hourMs

/**
 * Members are `<process> <name>`. Members of ended processes are removed first; then distinct names are counted.
 * KEYS: the owner's set.
 * ARGV: process, limit, number of living processes and their ids, number of ended processes and their ids, then names
 * to add. A limit of -1 releases the names.
 * When the state of some processes is unknown, the script changes nothing and returns 2 with their ids. It cannot read
 * their signs of life, which are in other slots of a cluster.
 */
const changeScript = `
local state, at = {}, 3
for _, now in ipairs({ 'living', 'gone' }) do
  for i = at + 1, at + tonumber(ARGV[at]) do state[ARGV[i]] = now end
  at = at + tonumber(ARGV[at]) + 1
end
state[ARGV[1]] = 'living'
local members, unknown = redis.call('SMEMBERS', KEYS[1]), { 2 }
for _, member in ipairs(members) do
  local process = string.sub(member, 1, string.find(member, ' ', 1, true) - 1)
  if not state[process] then
    state[process] = 'unknown'
    unknown[#unknown + 1] = process
  end
end
if #unknown > 1 then return unknown end
local names, held = {}, 0
for _, member in ipairs(members) do
  local space = string.find(member, ' ', 1, true)
  local name = string.sub(member, space + 1)
  if state[string.sub(member, 1, space - 1)] == 'gone' then redis.call('SREM', KEYS[1], member)
  else
    names[name] = (names[name] or 0) + 1
    if names[name] == 1 then held = held + 1 end
  end
end
local limit, fresh = tonumber(ARGV[2]), 0
if limit < 0 then
  for i = at, #ARGV do
    if redis.call('SREM', KEYS[1], ARGV[1] .. ' ' .. ARGV[i]) == 1 and names[ARGV[i]] == 1 then held = held - 1 end
  end
  return { 1, held }
end
for i = at, #ARGV do if not names[ARGV[i]] then fresh = fresh + 1; names[ARGV[i]] = 1 end end
if fresh > 0 and held + fresh > limit then return { 0, held } end
for i = at, #ARGV do redis.call('SADD', KEYS[1], ARGV[1] .. ' ' .. ARGV[i]) end
redis.call('PEXPIRE', KEYS[1], ${ownerLifeMs})
return { 1, held + fresh }`

/**
 * Holdings counted over all processes. Each process renews a sign of life; the holdings of a dead process are released
 * after some seconds. While the server is unavailable, each process counts only its own holdings, and afterwards writes
 * them to the server again.
 */
export class RedisHoldings implements Holdings, AsyncDisposable {
  readonly #log: Log
  readonly #prefix: string
  readonly #redis: RedisConnection
  readonly #own = new MemoryHoldings()
  readonly #beating: NodeJS.Timeout
  /** The time at which each process's sign of life was last seen. */
  readonly #living = new Map<string, number>()
  /** Processes whose sign of life expired. A process never returns under the same name. */
  readonly #gone = new Set<string>()
  #process: string = randomUUID()
  #isKnown = false
  #beat: Promise<void>

  private constructor(redis: RedisConnection, log: Log, prefix: string) {
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
    // If the deletion fails, the sign expires on its own.
    await this.#redis.del(this.#sign()).catch(() => undefined)
    this.#redis.disconnect()
  }

  async acquire(owner: string, names: readonly string[], limit: number): Promise<{ acquired: boolean; held: number }> {
    const shared = await this.#change(owner, names, Math.min(limit, Number.MAX_SAFE_INTEGER))
    if (shared && !shared.acquired) return shared
    const own = await this.#own.acquire(owner, names, shared ? Number.POSITIVE_INFINITY : limit)
    return shared ?? own
  }

  async release(owner: string, names: readonly string[]): Promise<number> {
    const [own, shared] = await Promise.all([this.#own.release(owner, names), this.#change(owner, names, -1)])
    return shared?.held ?? own
  }

  async #change(owner: string, names: readonly string[], limit: number) {
    // While the server does not answer, the sign of life is not awaited, since that would cost a time-out.
    if (this.#isKnown) await this.#beat
    if (!this.#isKnown) return null
    try {
      const began = performance.now()
      while (true) {
        const answer = await this.#redis.eval(changeScript, 1, this.#set(owner), ...this.#words(limit, names))
        if (!Array.isArray(answer)) throw new Error('Redis answered something else than a list')
        const [code, ...rest] = answer
        // A process may have ended since its sign of life was read. So a refusal is final only when this call has read
        // all signs.
        if (code === 0 && this.#forgetOlder(began)) continue
        if (code !== 2) return { acquired: code === 1, held: Number(rest[0]) }
        await Promise.all(rest.map((process) => this.#checkAlive(String(process))))
      }
    } catch (error) {
      this.#isKnown = false
      this.#log.warn('what is held cannot be counted with the other processes now', { error })
      return null
    }
  }

  /** Forgets the signs of life that were last seen before `than`. Returns whether there were any. */
  #forgetOlder(than: number): boolean {
    const before = this.#living.size
    for (const [process, seenAt] of this.#living) if (seenAt < than) this.#living.delete(process)
    return this.#living.size < before
  }

  #words(limit: number, names: readonly string[]): (string | number)[] {
    this.#forgetOlder(performance.now() - believedMs)
    return [this.#process, limit, this.#living.size, ...this.#living.keys(), this.#gone.size, ...this.#gone, ...names]
  }

  async #checkAlive(process: string): Promise<void> {
    const isAlive = (await this.#redis.exists(this.#sign(process))) === 1
    if (isAlive) this.#living.set(process, performance.now())
    else this.#gone.add(process)
    const [oldest] = this.#gone
    if (this.#gone.size > goneMax && oldest !== undefined) this.#gone.delete(oldest)
  }

  /** After a silence the process gets a new name; the holdings under its old name expire. */
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

  #sign(process = this.#process): string {
    return `${this.#prefix}:process:${process}`
  }

  #set(owner: string): string {
    return `${this.#prefix}:{${owner}}`
  }
}
