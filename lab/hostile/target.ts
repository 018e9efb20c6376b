import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Customer, signUp } from '#test/fixtures/customer.ts'
import { tapewireOn } from '#test/fixtures/operator-cli.ts'
import { type Spawned, spawnProduct, temporaryDataDir } from '#test/fixtures/spawned.ts'
import { signUpStaff } from '#test/fixtures/staff-sign-up.ts'

/** `staff`: the session cookie of an owner. `producer`: a feed key. */
export type Identities = { customer: Customer; staff: string; producer: string }

export type Target = AsyncDisposable & {
  site: { port: number; url: string }
  gateway: { port: number; url: string }
  /** A signed-in customer whose key has no limits. A new one replaces a customer who was signed out or deleted. */
  customer(): Promise<Customer>
  /** The customer, an owner of the console and a program that pushes. A person who was signed out is replaced. */
  identities(): Promise<Identities>
  /** CPU time of the longest block of the event loop since the last call, ms. */
  longestBlock(): Promise<number>
  /** Blocks the event loop for 150 ms of CPU time, to prove that blocks are measured. */
  block(): Promise<unknown>
  /** Bytes of heap and external memory in use after a garbage collection. */
  memory(): Promise<number>
  isAlive(): Promise<boolean>
  output(): string
}

const probe = join(import.meta.dirname, 'probe.ts')

/** The product in a separate process with the probe loaded. Without a directory it starts on an empty one. */
export async function startTarget(given?: string): Promise<Target> {
  await using stack = new AsyncDisposableStack()
  const dataDir = given ?? stack.use(await temporaryDataDir()).path
  const product = stack.use(await startOnFreePorts(dataDir))
  const port = (url: string) => Number(new URL(url).port)
  let customer: Customer | null = null
  let staff: Customer | null = null
  let producer: string | null = null
  const owned = stack.move()
  const ownCustomer = async () => {
    if (customer && (await customer.call('/api/keys')).status === 200) return customer
    customer = await newCustomer(product.site, dataDir)
    return customer
  }
  return {
    site: { port: port(product.site), url: product.site },
    gateway: { port: port(product.api), url: product.api },
    customer: ownCustomer,
    async identities() {
      if (!staff || (await staff.call('/api/operator/me')).status !== 200)
        staff = await signUpStaff(product.site, dataDir, 'owner')
      producer ??= await newFeedKey(dataDir)
      return { customer: await ownCustomer(), staff: staff.cookie, producer }
    },
    longestBlock: async () => (await request<{ longestMs: number }>(product.child, 'longest')).longestMs,
    block: () => request(product.child, 'block'),
    memory: async () => (await request<{ bytes: number }>(product.child, 'memory')).bytes,
    isAlive: async () => (await fetch(`${product.site}/healthz/ready`).catch(() => null))?.ok === true,
    output: product.output,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const startsMax = 3

/** Starts again if another process took a free port before the product opened it. */
async function startOnFreePorts(dataDir: string): Promise<Spawned> {
  for (let starts = 1; ; starts += 1) {
    const product = await spawnProduct(dataDir, { LOG_LEVEL: 'warn' }, ['--expose-gc', '--import', probe])
    const ended = product.ended().then(() => {
      throw new Error(`ended before it was ready:\n${product.output()}`)
    })
    try {
      await Promise.race([product.ready().then(() => request(product.child, 'longest')), ended])
      ended.catch(() => undefined)
      return product
    } catch (error) {
      await product[Symbol.asyncDispose]()
      if (starts === startsMax || !/Port \d+ is taken/.test(product.output())) throw error
    }
  }
}

async function request<T>(child: ChildProcess, question: string): Promise<T> {
  const answered = once(child, 'message')
  child.send(question)
  const [answer] = await answered
  return answer as T
}

let customers = 0

async function newCustomer(site: string, dataDir: string): Promise<Customer> {
  customers += 1
  const email = `hostile-${process.pid}-${customers}@example.com`
  const customer = await signUp(site, email)
  await tapewireOn(dataDir, 'subscription', 'grant', email, '--plan', 'integrated-enterprise', '--months', '1')
  return customer
}

async function newFeedKey(dataDir: string): Promise<string> {
  const printed = await tapewireOn(dataDir, 'feed-key', 'create', 'hostile', '--class', 'stock,crypto')
  return printed.split('\n')[0] ?? ''
}
