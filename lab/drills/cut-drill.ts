import { setTimeout as sleep } from 'node:timers/promises'
import { laneOf, type MarketEvent } from '#src/contract/market.ts'
import { marketForm } from '#src/market/tape-form.ts'
import { systemClock } from '#src/platform/clock.ts'
import { silentLog } from '#src/platform/log/log.ts'
import type { Tape } from '#src/platform/platform.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import { RedisTape } from '#src/platform/tape/tape-redis.ts'
import { generator } from '#test/fixtures/payment-scenario.ts'
import type { TestPlatform } from '#test/fixtures/platform.ts'
import { startRedis } from '#test/fixtures/redis.ts'
import { type Frame, openStream, protocolDeps, quote, type TestStream, tick } from '#test/fixtures/stream.ts'

/**
 * `restartEvery`: the number of cuts between two restarts of the gateway. If the tape is in memory, a restart begins a
 * new tape.
 */
export type CutOrder = { seed: number; cuts: number; restartEvery: number; tape: 'memory' | 'redis' }

export type CutResult = {
  cuts: number
  restarts: number
  received: number
  gaps: number
  missing: number
  doubled: number
  outOfOrder: number
  refused: number
}

const codes = ['A', 'B', 'C']
const symbols = codes.map((code) => `stock:${code}$US`)
const types = ['tick', 'quote']

/**
 * One client follows six lanes. Its connection is cut repeatedly, while it connects, replays or reads. After each cut
 * it subscribes with its last numbers. Counts the received events that do not continue their lane.
 */
export async function cutStream(test: TestPlatform, order: CutOrder): Promise<CutResult> {
  await using stack = new AsyncDisposableStack()
  const redis = order.tape === 'redis' ? stack.use(await startRedis()) : null
  const open = async () => {
    const tape = redis
      ? new RedisTape(redis.url, systemClock, silentLog, { form: marketForm })
      : new MemoryTape(systemClock)
    const stream = await openStream({ ...test, clock: systemClock, tape }, protocolDeps())
    return {
      tape,
      stream,
      async [Symbol.asyncDispose]() {
        await stream[Symbol.asyncDispose]()
        if (tape instanceof RedisTape) await tape[Symbol.asyncDispose]()
      },
    }
  }
  const chance = generator(order.seed)
  const random = (below: number) => Math.floor(chance(below))
  const reader = new LaneReader()
  let restarts = 0
  let gateway = await open()
  let trading = trade(gateway.tape, random)
  for (let cut = 1; cut <= order.cuts; cut += 1) {
    await readUntilCut(gateway.stream, reader, random(40))
    if (cut % order.restartEvery !== 0) continue
    restarts += 1
    await trading.stop()
    await gateway[Symbol.asyncDispose]()
    gateway = await open()
    trading = trade(gateway.tape, random)
  }
  await trading.stop()
  await readUntilCut(gateway.stream, reader, Number.POSITIVE_INFINITY)
  for (const [lane, seq] of await endsOf(gateway.tape)) reader.expectEnd(lane, seq)
  await gateway[Symbol.asyncDispose]()
  return { cuts: order.cuts, restarts, ...reader.counts }
}

/** Appends events of all lanes in bursts until it is stopped. */
function trade(tape: Tape, random: (below: number) => number) {
  let isStopped = false
  const running = (async () => {
    for (let n = 0; !isStopped; n += 1) {
      const events = Array.from({ length: 1 + random(4) }, (): MarketEvent => {
        const code = codes[random(codes.length)] ?? ''
        return random(3) > 0 ? tick(code, 1 + n) : quote(code, 1 + n)
      })
      await tape.append(
        'stock',
        events.map((event) => ({ lane: laneOf(event), event })),
      )
      await sleep(random(2))
    }
  })()
  return {
    async stop() {
      isStopped = true
      await running
    },
  }
}

/** The number of the last event of each lane on the tape. */
async function endsOf(tape: Tape): Promise<Map<string, number>> {
  const ends = new Map<string, number>()
  const { newest } = await tape.bounds('stock')
  if (newest === null) return ends
  for await (const batch of tape.follow('stock', 'oldest', new AbortController().signal)) {
    if (batch.kind === 'gap') continue
    for (const { lane, seq } of batch.entries) ends.set(lane, seq)
    if (batch.entries.some(({ offset }) => offset === newest)) break
  }
  return ends
}

/** Reads up to `most` frames and cuts the connection. If `most` is infinite, cuts it when nothing more arrives. */
async function readUntilCut(stream: TestStream, reader: LaneReader, most: number): Promise<void> {
  const { ws } = stream.connect('/stream?events=1', { token: 'good' })
  let frames = 0
  await new Promise<void>((resolve) => {
    let quiet: NodeJS.Timeout | null = null
    const cut = () => {
      ws.terminate()
      resolve()
    }
    const subscribe = () => {
      ws.send(JSON.stringify({ ac: 'subscribe', params: symbols.join(), types: types.join(), since: reader.positions }))
      if (most === 0) cut()
    }
    ws.on('message', (data) => {
      const frame: Frame = JSON.parse(String(data))
      if (frame.resAc === 'auth') subscribe()
      if (frame.resAc === 'auth' || frames >= most) return
      if (quiet) clearTimeout(quiet)
      if (most === Number.POSITIVE_INFINITY) quiet = setTimeout(cut, 200)
      reader.read(frame)
      frames += 1
      if (frames === most) cut()
    })
  })
}

/** Follows the lanes of all connections and checks each frame. */
class LaneReader {
  readonly counts = { received: 0, gaps: 0, missing: 0, doubled: 0, outOfOrder: 0, refused: 0 }
  readonly #last = new Map<string, number>()
  readonly #seen = new Set<string>()

  get positions(): Record<string, number> {
    return Object.fromEntries(this.#last)
  }

  read(frame: Frame): void {
    if (frame.type === 'gap') this.#readGap(frame)
    else if (frame.data?.seq !== undefined) this.#readEvent(frame.data)
    else if (frame.resAc === 'subscribe') this.counts.refused += frame.rejected.length
  }

  /** Counts the events of a lane, up to its last, that no connection has received. */
  expectEnd(lane: string, seq: number): void {
    this.counts.missing += Math.max(0, seq - (this.#last.get(lane) ?? seq - 1))
  }

  #readGap({ s, from, to }: Frame): void {
    this.counts.gaps += 1
    this.#judge(s, from)
    this.#last.set(s, to)
  }

  #readEvent({ s, r, type, seq, skipped = 0 }: Frame): void {
    const lane = `stock:${s}$${r}:${type}`
    this.counts.received += 1
    if (this.#seen.has(`${lane} ${seq}`)) this.counts.doubled += 1
    this.#seen.add(`${lane} ${seq}`)
    this.#judge(lane, seq - skipped)
    this.#last.set(lane, Math.max(seq, this.#last.get(lane) ?? 0))
  }

  #judge(lane: string, next: number): void {
    const last = this.#last.get(lane)
    if (last === undefined) return
    if (next <= last) this.counts.outOfOrder += 1
    else this.counts.missing += next - last - 1
  }
}
