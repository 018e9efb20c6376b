import { argon2, timingSafeEqual } from 'node:crypto'
import { refuse } from '#src/contract/errors.ts'
import type { Platform } from '#src/platform/platform.ts'

/** OWASP's argon2id setting for 19 MiB. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
const runningMax = 2
const waitingMax = 20
const retryAfterSeconds = 2

/** `proven`: the caller has shown a right code, whose one use must not be lost to a full queue. */
type Patience = 'limited' | 'proven'

/** Two hashes at a time and twenty waiting, so that a flood of sign-ins cannot take the processor from the gateway. */
class HashPool {
  #running = 0
  readonly #waiting: (() => void)[] = []

  async run<T>(work: () => Promise<T>, patience: Patience): Promise<T> {
    if (this.#running >= runningMax) {
      if (patience === 'limited' && this.#waiting.length >= waitingMax)
        throw refuse('server_busy', { retryAfter: retryAfterSeconds })
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else {
      this.#running++
    }
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}

const pools = new WeakMap<Platform, HashPool>()

function poolOf(ctx: Platform): HashPool {
  const pool = pools.get(ctx) ?? new HashPool()
  pools.set(ctx, pool)
  return pool
}

/** `argon2id$m=…,t=…,p=…$salt$hash`, hex. Refuses with `server_busy` when the queue is full. */
export async function hashPassword(ctx: Platform, password: string, patience: Patience = 'limited'): Promise<string> {
  const salt = ctx.random.bytes(16)
  const tag = await poolOf(ctx).run(() => derive(password, salt), patience)
  return `argon2id$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt.toString('hex')}$${tag.toString('hex')}`
}

/** True when `password` made `stored`. Null (no account, no password) costs the same work and is never true. */
export async function verifyPassword(ctx: Platform, password: string, stored: string | null): Promise<boolean> {
  const [, , salt = '', tag = ''] = (stored ?? nobody).split('$')
  const expected = Buffer.from(tag, 'hex')
  const actual = await poolOf(ctx).run(() => derive(password, Buffer.from(salt, 'hex')), 'limited')
  const equal = actual.length === expected.length && timingSafeEqual(actual, expected)
  return equal && stored !== null
}

const nobody = `argon2id$$${'00'.repeat(16)}$${'00'.repeat(cost.tagLength)}`

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message: password.normalize('NFC'), nonce: salt, ...cost }, (error, tag) => {
      if (error) reject(error)
      else resolve(tag)
    })
  })
}
