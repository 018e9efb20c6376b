import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Stream } from '#sdk/typescript/stream.ts'
import { systemClock } from '#src/platform/clock.ts'
import { createKeyring } from '#src/platform/data-dir/keyring.ts'
import { freePort } from '#test/fixtures/free-port.ts'
import { haproxy, startHaproxy } from '#test/fixtures/haproxy.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { redisServer } from '#test/fixtures/redis.ts'
import { splitRoles } from '#test/fixtures/split-roles.ts'

const requestsMin = 1_500
/** Longer than HAProxy takes to detect a stopped gateway: its check interval times its number of failures. */
const drain = { DRAIN_SECONDS: '3' }
const symbols = ['BTCUSD', 'ETHUSD', 'SOLUSD', 'XRPUSD'].map((code) => `crypto:${code}$BA`)
const missing = redisServer() === null ? 'redis-server or valkey-server' : haproxy() === null ? 'haproxy' : null

if (missing) didNotRun('two gateways restarted in turn behind HAProxy', `no ${missing} on this machine`)

test.runIf(missing === null)(
  'while two gateways behind HAProxy restart one after the other, no request fails, and clients lose no tick',
  async () => {
    await using platform = await testPlatform()
    await using roles = await splitRoles(platform)
    const ctx = { ...platform, clock: systemClock, keyring: createKeyring(roles.ring) }
    const { secret } = await keyOnPlan(ctx, 'integrated-enterprise')
    const feed = await roles.start('feed')
    await feed.ready()
    const ports = [await freePort(), await freePort()]
    const begin = async (port: number) => {
      const gateway = await roles.start('gateway', { ...drain, API_PORT: String(port), METRICS_PORT: '' })
      return { ...gateway, ready: () => readyAt(port, gateway.output) }
    }
    const gateways = await Promise.all(ports.map(begin))
    await Promise.all(gateways.map((gateway) => gateway.ready()))
    await using balancer = await startHaproxy(ports)
    await readyAt(Number(new URL(balancer.url).port), () => 'the balancer')

    using clients = followers(balancer.url, secret)
    const stop = new AbortController()
    const sending = sendRequests(balancer.url, secret, stop.signal)
    const received = () => clients.all.map(({ seen }) => [...seen.values()].flat().length)
    let before: number[] = []
    for (const [n, port] of ports.entries()) {
      const gateway = gateways[n]
      const exited = gateway && once(gateway.child, 'exit')
      gateway?.child.kill('SIGTERM')
      expect(await exited).toEqual([0, null])
      before = received()
      await (await begin(port)).ready()
      // The next gateway may stop only after the balancer sends requests to this one again.
      await expect.poll(() => balancer.isUp(port)).toBe(true)
    }
    await expect.poll(() => received().every((ticks, n) => ticks > (before[n] ?? 0)), { timeout: 10_000 }).toBe(true)
    stop.abort()
    const { asked: sent, failed } = await sending
    expect(failed).toEqual([])
    expect(sent).toBeGreaterThanOrEqual(requestsMin)
    for (const { seen, gaps, states } of clients.all) {
      expect(states.filter((kind) => kind === 'live').length).toBeGreaterThan(1)
      expect(gaps).toEqual([])
      expect(seen.size).toBe(symbols.length)
      for (const seqs of seen.values())
        expect(seqs.filter((seq, n) => n > 0 && seq !== (seqs[n - 1] ?? 0) + 1)).toEqual([])
    }
  },
)

async function readyAt(port: number, output: () => string): Promise<void> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    if ((await fetch(`http://127.0.0.1:${port}/healthz/ready`).catch(() => null))?.ok) return
    await sleep(20)
  }
  throw new Error(`not ready on port ${port}:\n${output()}`)
}

/** Sends five requests at a time, about 250 a second, until stopped and at least `requestsMin` were sent. */
async function sendRequests(url: string, secret: string, signal: AbortSignal) {
  const failed: unknown[] = []
  let sent = 0
  const one = async () => {
    while (!signal.aborted || sent < requestsMin) {
      sent += 1
      const answer = await fetch(`${url}/crypto/quote?region=BA&code=BTCUSD`, { headers: { token: secret } })
        .then(async (response) => [response.status, await response.text()] as const)
        .catch((error: unknown) => [0, String(error)] as const)
      if (answer[0] !== 200) failed.push(answer)
      await sleep(16)
    }
  }
  await Promise.all(Array.from({ length: 5 }, one))
  return { asked: sent, failed }
}

function followers(apiUrl: string, key: string) {
  const all = Array.from({ length: 4 }, () => {
    const stream = new Stream({ apiUrl, key, backoff: { minMs: 100, maxMs: 1_000 } })
    const seen = new Map<string, number[]>()
    const gaps: unknown[] = []
    const states: string[] = []
    stream.on('tick', ({ symbol, seq }) => seen.set(symbol, [...(seen.get(symbol) ?? []), seq]))
    stream.on('gap', (gap) => gaps.push(gap))
    stream.on('state', ({ kind }) => states.push(kind))
    stream.subscribe(symbols, ['tick'])
    return { stream, seen, gaps, states }
  })
  return {
    all,
    [Symbol.dispose]() {
      for (const { stream } of all) stream.close()
    },
  }
}
