import { cpuUsage } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoredAlert } from '#src/alerts/alert.ts'
import { liveAlert } from '#src/alerts/alert.ts'
import { AlertBoard } from '#src/alerts/evaluate/board.ts'
import { laneOf } from '#src/contract/market.ts'
import { Chance } from '#src/feed/sources/simulated/chance.ts'
import type { MarketEntry } from '#src/market/tape.ts'
import { systemClock } from '#src/platform/clock.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import { tick } from '#test/fixtures/alerts.ts'
import type { Bench } from './bench.ts'

const conditions = 100_000
const instruments = 2_000
const perSecond = 10_000
const seconds = 10
const rounds = 3
/** Appends per second; each append is one batch. */
const beats = 50

/** Measures the cost that the evaluation of alerts adds to following the tape, at the pace of a busy market. */
export const bench: Bench = {
  about: `${conditions.toLocaleString('en-US')} conditions on ${instruments.toLocaleString('en-US')} instruments at ${perSecond.toLocaleString('en-US')} events/s for ${seconds} s, against following the same tape without conditions`,
  async run(report) {
    const bare: number[] = []
    const evaluated: number[] = []
    let fired = 0
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await share(null))
      const board = boardOf()
      evaluated.push(await share(board))
      fired = board.drainChanges().fired.length
    }
    const middle = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
    const [without, withAlerts] = [middle(bare), middle(evaluated)]
    report.note(`${fired.toLocaleString('en-US')} conditions fired in a round`)
    report.row({
      what: 'following and evaluating, share of one core',
      value: withAlerts * 100,
      unit: '%',
      baseline: { what: 'following alone', value: without * 100 },
    })
    const goal = { atMost: 10 }
    report.row({ what: 'the conditions', value: Math.max(0, withAlerts - without) * 100, unit: '%', goal })
  },
}

const keyOf = (n: number) => `stock:S${n}$US`

/** A board with thresholds around the prices; most thresholds are never reached. */
function boardOf(): AlertBoard {
  const chance = new Chance(1)
  const board = new AlertBoard()
  for (let n = 0; n < conditions; n += 1) {
    const direction = n % 2 === 0 ? 'up' : 'down'
    const away = 0.2 + chance.next() * 20
    const stored: StoredAlert = {
      ...{ id: `${n}`, accountId: 'a', key: keyOf(n % instruments), ticker: '', note: '' },
      condition: { kind: 'price', direction, value: direction === 'up' ? 100 + away : 100 - away },
      ...{ pauseSeconds: 60, byMail: false, byWebhook: false, createdAt: 0, expiresAt: null },
      ...{ version: 1, state: 'armed', restsUntil: null, firedAt: null },
    }
    board.put(liveAlert(stored), false)
  }
  return board
}

/** CPU time of this process divided by the wall time, while events are appended at `perSecond`. */
async function share(board: AlertBoard | null): Promise<number> {
  const tape = new MemoryTape(systemClock)
  const stop = new AbortController()
  const reading = follow(tape, board, stop.signal)
  const chance = new Chance(2)
  const prices = Array.from({ length: instruments }, () => 100)
  const began = performance.now()
  const cpu = cpuUsage()
  for (let beat = 0; beat < seconds * beats; beat += 1) {
    const records = Array.from({ length: perSecond / beats }, () => {
      const at = Math.floor(chance.next() * instruments)
      const price = Math.round(((prices[at] ?? 100) + (chance.next() - 0.5) * 0.1) * 100) / 100
      prices[at] = price
      const event = tick(price, keyOf(at))
      return { lane: laneOf(event), event }
    })
    await tape.append('stock', records)
    await sleep(Math.max(0, began + ((beat + 1) * 1_000) / beats - performance.now()))
  }
  const { user, system } = cpuUsage(cpu)
  const spent = (user + system) / 1_000 / (performance.now() - began)
  stop.abort()
  await reading
  return spent
}

async function follow(tape: MemoryTape, board: AlertBoard | null, signal: AbortSignal): Promise<void> {
  for await (const batch of tape.follow('stock', 'oldest', signal)) {
    if (batch.kind === 'gap' || !board) continue
    for (const entry of batch.entries) board.evaluate(entry as MarketEntry, true)
  }
}
