import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Stream } from '#sdk/typescript/stream.ts'
import { systemClock } from '#src/platform/clock.ts'
import { createKeyring } from '#src/platform/data-dir/keyring.ts'
import { type Customer, signUp } from '#test/fixtures/customer.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { redisServer, startRedis } from '#test/fixtures/redis.ts'
import { type SeveralGateways, severalGateways } from '#test/fixtures/several-gateways.ts'
import { splitRoles } from '#test/fixtures/split-roles.ts'
import type { Frame, Listener } from '#test/fixtures/stream.ts'

const hasRedis = redisServer() !== null
if (!hasRedis) didNotRun('two gateways with Redis', 'no redis-server and no valkey-server on this machine')

const within = { timeout: 60_000 }

describe.each([{ stores: 'without Redis' }, ...(hasRedis ? [{ stores: 'with Redis' }] : [])])(
  'two gateways on one port $stores',
  ({ stores }) => {
    const started = new AsyncDisposableStack()
    let product: SeveralGateways
    /** A key that may make 120 calls a minute, open 3 sockets and subscribe 10 instruments. */
    let limited: string
    let enterprise: Customer
    beforeAll(async () => {
      const redis = stores === 'with Redis' ? started.use(await startRedis()) : null
      product = started.use(await severalGateways(redis ? { REDIS_URL: redis.url } : {}))
      await product.setInstruments('integrated-base', 10)
      const base = await signUp(product.site, 'base@example.com')
      enterprise = await signUp(product.site, 'enterprise@example.com')
      await product.grant(base.email, 'integrated-base')
      await product.grant(enterprise.email, 'integrated-enterprise')
      limited = base.key
    })
    afterAll(() => started.disposeAsync())

    /** All listeners of one test. A failed test leaves no socket, because the next test counts them. */
    const opened: Listener[] = []
    afterEach(() => closeAll(opened.splice(0)))
    const listen = (key: string, count: number): Listener[] => {
      const listeners = Array.from({ length: count }, () => product.listener(key))
      opened.push(...listeners)
      return listeners
    }

    /**
     * Repeats a failed scenario if the product logged meanwhile that a gateway counts alone: on a busy machine, Redis
     * may not answer in time.
     */
    const whileCountedTogether = async (scenario: () => Promise<void>): Promise<void> => {
      const timesAlone = () => product.output().split('cannot be counted with the other processes').length - 1
      for (let before = timesAlone(), attempt = 1; ; before = timesAlone(), attempt += 1) {
        try {
          return await scenario()
        } catch (error) {
          if (timesAlone() === before || attempt === 3) throw error
          await closeAll(opened.splice(0))
        }
      }
    }

    /**
     * Opens `count` sockets of a key so that both gateways have some of them. Opens all sockets again until that is so.
     */
    const onBoth = async (key: string, count: number): Promise<Listener[]> => {
      let listeners: Listener[] = []
      const areOnBoth = async () => {
        await closeAll(listeners)
        listeners = listen(key, count)
        await Promise.all(listeners.map((one) => one.next(({ resAc }) => resAc === 'auth')))
        const open = Object.values(await product.counts('sockets'))
        // The sum can differ, because a probe of the status page opens a socket for a moment.
        return open.reduce((sum, one) => sum + one, 0) === count && open.every((one) => one > 0)
      }
      await expect.poll(areOnBoth, within).toBe(true)
      return listeners
    }

    test('calls reach both gateways, and the limit per minute applies to the sum of their calls', async () => {
      const before = await product.counts('answers')
      const statuses = await Promise.all(Array.from({ length: 150 }, () => product.quote(limited)))
      expect(statuses.filter((status) => status === 200)).toHaveLength(120)
      expect(statuses.filter((status) => status === 429)).toHaveLength(30)
      const after = await product.counts('answers')
      // The kernel chooses the process of a connection, so a busy process may get few connections.
      for (const name of ['gateway-1', 'gateway-2'] as const) expect(after[name] - before[name]).toBeGreaterThan(0)
    })

    test('the limits of sockets and of subscribed instruments apply to both gateways together', async () => {
      const symbols = await cryptoSymbols(product, enterprise.key)
      await whileCountedTogether(async () => {
        const listeners = listen(limited, 6)
        expect((await Promise.all(listeners.map(admitted))).filter(Boolean)).toHaveLength(3)
        await closeAll(listeners)
        const [one, two] = await onBoth(limited, 2)
        const subscribe = (listener: Listener | undefined, from: number, to: number) =>
          listener?.answer({ ac: 'subscribe', params: symbols.slice(from, to).join(','), types: 'quote' })
        const refused = { code: 0, msg: 'exceeding the maximum subscription limit', limit: 10 }
        for (const listener of [one, two]) expect(await subscribe(listener, 0, 11)).toMatchObject(refused)
        expect(await subscribe(one, 0, 8)).toMatchObject({ code: 1 })
        expect(await subscribe(two, 4, 11)).toMatchObject({ ...refused, subscribed: 8 })
        expect(await subscribe(two, 4, 10)).toMatchObject({ code: 1 })
        expect(await subscribe(one, 10, 11)).toMatchObject({ ...refused, subscribed: 10 })
      })
    })

    test('both gateways deliver the same events in order, and a client of one can resume on the other', async () => {
      const listeners = await onBoth(enterprise.key, 4)
      for (const listener of listeners)
        await listener.answer({ ac: 'subscribe', params: 'BTCUSD$BA,ETHUSD$BA', types: 'tick' })
      await expect.poll(() => Math.min(...listeners.map((one) => ticksOf(one).length)), within).toBeGreaterThan(4)
      const first = Math.max(...listeners.map((one) => ticksOf(one)[0]?.seq))
      const newest = Math.min(...listeners.map((one) => ticksOf(one).at(-1)?.seq))
      const common = listeners.map((one) => ticksOf(one).filter(({ seq }) => seq >= first && seq <= newest))
      expect(common[0]?.map(({ seq }) => seq)).toEqual(Array.from({ length: newest - first + 1 }, (_, n) => first + n))
      for (const ticks of common) expect(ticks).toEqual(common[0])
      await closeAll(listeners)
      await sleep(1_000)
      const again = await onBoth(enterprise.key, 4)
      for (const listener of again) listener.send({ ac: 'resume', params: { 'BTCUSD$BA:tick': newest } })
      await expect.poll(() => Math.min(...again.map((one) => ticksOf(one).length)), within).toBeGreaterThan(2)
      for (const listener of again) {
        const seqs = ticksOf(listener).map(({ seq }) => seq)
        expect(seqs).toEqual(seqs.map((_, n) => newest + 1 + n))
        expect(listener.frames.filter(({ type }) => type === 'gap')).toEqual([])
      }
    })

    test('a revoked key is refused by both gateways, and its sockets are closed on both', async () => {
      const leaver = await signUp(product.site, 'leaver@example.com')
      await product.grant(leaver.email, 'integrated-enterprise')
      const listeners = await onBoth(leaver.key, 4)
      const { body } = await leaver.call('/api/keys')
      expect((await leaver.call(`/api/keys/${body.data[0].id}/revoke`, {})).status).toBe(200)
      for (const listener of listeners) expect((await listener.ended()).code).toBe(4001)
      const statuses = () => Promise.all(Array.from({ length: 8 }, () => product.quote(leaver.key)))
      await expect.poll(async () => new Set(await statuses())).toEqual(new Set([401]))
    })

    test('while one gateway is killed and restarted, the other gateway answers every call', async () => {
      const open = await onBoth(limited, 3)
      await product.kill('gateway-1')
      const health = async () => (await fetch(`${product.site}/healthz/ready`)).json()
      await expect.poll(health).toMatchObject({ reasons: ['gateway-1 is away: its process is starting again'] })
      expect(await product.isUp('gateway-1')).toBe('0')
      // The sockets of the killed gateway no longer count.
      const lost = open.filter(({ closed }) => closed !== null)
      expect(lost.length).toBeGreaterThan(0)
      const admitted3 = async () => {
        const more = listen(limited, lost.length)
        const results = await Promise.all(more.map(admitted))
        await closeAll(more)
        return results.every(Boolean)
      }
      await expect.poll(admitted3, within).toBe(true)
      await closeAll(open)
      const statuses = new Map<number, number>()
      const isBack = async () => (await product.counts('answers'))['gateway-1'] > 0
      do {
        const status = await product.quote(enterprise.key)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      } while (!(await isBack()))
      expect([...statuses.keys()]).toEqual([200])
    })

    // The remaining tests of this group do not depend on where limits are counted, so they run without Redis only.
    if (stores === 'with Redis') return

    test('no request fails during a rolling restart, and clients lose no tick', async () => {
      const { key } = enterprise
      using clients = followers(product.api, key)
      await expect.poll(() => clients.seen.every((seqs) => seqs.length > 0), within).toBe(true)
      const stop = new AbortController()
      const answers = new Map<number, number>()
      const send = async (call: () => Promise<number>) => {
        while (!stop.signal.aborted) {
          const status = await call()
          answers.set(status, (answers.get(status) ?? 0) + 1)
          await sleep(10)
        }
      }
      const kept = () =>
        fetch(`${product.api}/crypto/quote?region=BA&code=BTCUSD`, { headers: { token: key } }).then(
          (response) => response.text().then(() => response.status),
          () => 0,
        )
      const sending = Promise.all([send(() => product.quote(key)), send(() => product.quote(key)), send(kept)])
      product.child.kill('SIGUSR2')
      await expect.poll(() => product.output(), within).toContain('all gateways were restarted')
      await sleep(500)
      stop.abort()
      await sending
      expect([...answers.keys()]).toEqual([200])
      expect(answers.get(200)).toBeGreaterThan(100)
      expect(clients.gaps).toEqual([])
      for (const seqs of clients.seen) expect(seqs).toEqual(seqs.map((_, n) => (seqs[0] ?? 0) + n))
    })

    test('after SIGTERM a product with two gateways ends with exit code 0', async () => {
      product.child.kill('SIGTERM')
      expect(await product.ended()).toBe(0)
    })
  },
)

test.runIf(hasRedis)(
  'a machine with only the gateway role runs two gateways, and answers every call during their rolling restart',
  async () => {
    await using platform = await testPlatform()
    await using roles = await splitRoles(platform)
    const ctx = { ...platform, clock: systemClock, keyring: createKeyring(roles.ring) }
    const { secret } = await keyOnPlan(ctx, 'integrated-enterprise')
    const [feed, gateways] = await Promise.all([roles.start('feed'), roles.start('gateway', { GATEWAYS: '2' })])
    await Promise.all([feed.ready(), gateways.ready()])
    const quote = () =>
      fetch(`${gateways.api}/crypto/quote?region=BA&code=BTCUSD`, { headers: { token: secret } }).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(quote, within).toBe(200)
    const figures = await (await fetch(`${gateways.health}/metrics`)).text()
    for (const name of ['gateway-1', 'gateway-2'])
      expect(figures).toContain(`tapewire_process_up{part="supervisor",process="${name}"} 1`)
    gateways.child.kill('SIGUSR2')
    const statuses = new Set<number>()
    while (!gateways.output().includes('all gateways were restarted')) statuses.add(await quote())
    expect([...statuses, await quote()]).toEqual([200, 200])
    gateways.child.kill('SIGTERM')
    expect(await gateways.ended()).toBe(0)
  },
)

function admitted(listener: Listener): Promise<boolean> {
  return listener
    .next(({ resAc }) => resAc === 'auth')
    .then(
      ({ code }) => code === 1,
      () => false,
    )
}

async function closeAll(listeners: readonly (Listener | undefined)[]): Promise<void> {
  await Promise.all(
    listeners.map(async (listener) => {
      listener?.ws.close()
      await listener?.ended()
    }),
  )
}

function ticksOf(listener: Listener): Frame[] {
  return listener.frames.flatMap(({ data }) => (data?.type === 'tick' && data.s === 'BTCUSD' ? [data] : []))
}

async function cryptoSymbols({ api }: SeveralGateways, key: string): Promise<string[]> {
  const answer = await fetch(`${api}/symbol/list?type=crypto`, { headers: { token: key } })
  const { data } = (await answer.json()) as { data: { c: string; r: string }[] }
  return data.map(({ c, r }) => `${c}$${r}`)
}

function followers(apiUrl: string, key: string) {
  const gaps: unknown[] = []
  const streams = Array.from({ length: 4 }, () => {
    const stream = new Stream({ apiUrl, key, backoff: { minMs: 100, maxMs: 1_000 } })
    const seqs: number[] = []
    stream.on('tick', ({ seq }) => seqs.push(seq))
    stream.on('gap', (gap) => gaps.push(gap))
    stream.subscribe(['crypto:BTCUSD$BA'], ['tick'])
    return { stream, seqs }
  })
  return {
    gaps,
    seen: streams.map(({ seqs }) => seqs),
    [Symbol.dispose]() {
      for (const { stream } of streams) stream.close()
    },
  }
}
