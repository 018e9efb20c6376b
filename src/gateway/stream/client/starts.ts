import { setTimeout as sleep } from 'node:timers/promises'
import type { RejectReason } from '#src/contract/stream.ts'
import { toSubscriptionType } from '#src/contract/stream-names.ts'
import type { LaneType } from '../protocol/lane-type.ts'
import type { LastTimes } from '../view/last-times.ts'
import type { LaneStart } from './subscriptions.ts'
import type { Wanted } from './wanted.ts'

export type Rejected = { s: string; reason: RejectReason }
/** `keys`: the distinct keys of the wanted instruments. */
export type Admitted = {
  readonly wanted: readonly Wanted[]
  readonly rejected: Rejected[]
  readonly keys: readonly string[]
}

/**
 * `lanes`: the positions to resume from, by lane. `repeated`: names of positions whose lane another spelling already
 * resumes. `ahead`: positions that are newer than the newest event of their lane.
 */
export type Starts = {
  lanes: Map<string, LaneStart>
  repeated: string[]
  ahead: Position[]
  rejected: Rejected[]
}

export type Position = Omit<LaneStart, 'lastTime'>

/** The time by which a gateway of a shared tape may be behind the client's previous gateway, ms. */
const behindMaxMs = 500
const stepMs = 10

/**
 * Reads a client's positions (`AAPL$US:tick` → number). `types`: the types of the message; null: any. A position is
 * rejected if it stays newer than the newest event of its lane.
 */
export async function readStarts(
  times: LastTimes,
  admitted: Admitted,
  since: Readonly<Record<string, number>>,
  types: readonly LaneType[] | null,
): Promise<Starts> {
  if (Object.keys(since).length === 0) return { lanes: new Map(), repeated: [], ahead: [], rejected: admitted.rejected }
  const { positions, rejected } = positionsIn(admitted, since, types)
  await untilReached(positions)
  const ahead = positions.filter(isAhead)
  for (const { name } of ahead) rejected.push({ s: name, reason: 'resume_invalid' })
  const lanes = new Map<string, Position>()
  const repeated: string[] = []
  for (const position of positions) {
    if (ahead.includes(position)) continue
    const { lane } = position.one.symbol.of(position.type)
    if (lanes.has(lane)) repeated.push(position.name)
    else lanes.set(lane, position)
  }
  const behind = [...lanes.values()].filter(isBehind)
  const lastTimes = await times.of(behind.map(lastEvent))
  const timed = new Map(behind.map((position, at) => [position, lastTimes[at]]))
  const starts = [...lanes].map(
    ([lane, position]) =>
      [lane, { ...position, lastTime: timed.get(position) ?? Math.floor(position.seq / 1_000) }] as const,
  )
  return { lanes: new Map(starts), repeated, ahead, rejected: [...admitted.rejected, ...rejected] }
}

function positionsIn(
  admitted: Admitted,
  since: Readonly<Record<string, number>>,
  types: readonly LaneType[] | null,
): { positions: Position[]; rejected: Rejected[] } {
  const bySymbol = new Map(admitted.wanted.map((one) => [one.symbol.text, one]))
  const refused = new Set(admitted.rejected.map(({ s }) => s))
  const positions: Position[] = []
  const rejected: Rejected[] = []
  for (const [name, seq] of Object.entries(since)) {
    const at = name.lastIndexOf(':')
    const symbol = name.slice(0, at)
    const one = bySymbol.get(symbol)
    const type = toSubscriptionType(name.slice(at + 1))
    if (!type || (types && !types.includes(type))) rejected.push({ s: name, reason: 'invalid_type' })
    else if (one) positions.push({ one, name, type, seq })
    else if (symbol === '' || !refused.has(symbol)) rejected.push({ s: name, reason: 'invalid_symbol' })
  }
  return { positions, rejected }
}

function isAhead({ one, type, seq }: Position): boolean {
  return one.view.isAhead(one.symbol.of(type).base, seq)
}

/** Whether events of the lane follow the position, so that events may be missing. */
function isBehind({ one, type, seq }: Position): boolean {
  return seq !== one.view.newestOf(one.symbol.of(type).base)
}

async function untilReached(positions: readonly Position[]): Promise<void> {
  for (let waited = 0; waited < behindMaxMs && positions.some(mayCome); waited += stepMs) await sleep(stepMs)
}

/**
 * Whether the position may soon be read: it is newer than the lane's newest event, but not later than the clock, and
 * another process may have appended it to the shared tape.
 */
function mayCome(position: Position): boolean {
  return isAhead(position) && position.one.view.mayReach(position.seq)
}

function lastEvent({ one, type, seq }: Position) {
  const { base } = one.symbol.of(type)
  return { id: one.symbol.id, type, seq, time: one.view.recentEvents.at(base, seq)?.event.time ?? null }
}
