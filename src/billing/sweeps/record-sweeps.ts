import { type Problem, type ProblemName, problemOf } from '#src/contract/errors.ts'
import { formatMicro, type Micro, parseMicro } from '#src/contract/money.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Db, Platform, Tx } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { type Address20, parseAddress } from '../chains/address.ts'
import { type Network, type NetworkCode, networksOf } from '../chains/network.ts'
import { addressOwner } from '../deposits/deposit-store.ts'
import { heldAt, insertSweep, recordedAmount } from './sweep-store.ts'

export type SweepLine = { line: number; network: string; address: string; txHash: string; amount: string }

export type SweepOutcome = { recorded: number; known: number } | { problems: Problem[] }

type SweepProblem = { line: number; problem: Problem }
type Sweep = { line: number; network: NetworkCode; index: number; address: Address20; txHash: string; micro: Micro }

/**
 * Records sweeps for the balance audit. If any line has a problem, records nothing and returns all problems. Skips
 * sweeps that are recorded already. A trial records nothing.
 */
export async function recordSweeps(
  ctx: Platform,
  actor: Actor,
  lines: readonly SweepLine[],
  { isTrial = false } = {},
): Promise<SweepOutcome> {
  const by = await requireStaff(ctx, actor, 'payment.sweep')
  return ctx.postgres.transaction(async (tx) => {
    const problems: SweepProblem[] = []
    const sweeps = new Map<string, Sweep>()
    for (const line of lines) {
      const read = await readSweep(ctx, tx, line)
      if ('problem' in read) problems.push(read)
      else {
        const key = `${read.network}:${read.index}:${read.txHash}`
        const twin = sweeps.get(key)
        if (twin) problems.push(wrong(line, 'sweep_twice', { other: twin.line }))
        sweeps.set(key, read)
      }
    }
    const fresh: Sweep[] = []
    for (const sweep of sweeps.values()) {
      const before = await recordedAmount(tx, sweep)
      if (before === null) fresh.push(sweep)
      else if (before !== sweep.micro) problems.push(wrong(sweep, 'sweep_recorded', { amount: formatMicro(before) }))
    }
    problems.push(...(await beyondHoldings(tx, fresh)))
    if (problems.length > 0) return { problems: problems.sort((a, b) => a.line - b.line).map(({ problem }) => problem) }
    if (!isTrial) for (const sweep of fresh) await record(ctx, tx, by, sweep)
    return { recorded: fresh.length, known: sweeps.size - fresh.length }
  })
}

const valueMax = 100

/** Formats a problem. Long values from the file are cut, so that the message stays readable. */
function wrong({ line }: { line: number }, name: ProblemName, values: Record<string, string | number> = {}) {
  const short = Object.entries(values).map(([key, value]) => [
    key,
    typeof value === 'string' ? value.slice(0, valueMax) : value,
  ])
  return { line, problem: problemOf(name, { line, ...Object.fromEntries(short) }) }
}

async function readSweep(ctx: Platform, tx: Tx, line: SweepLine): Promise<Sweep | SweepProblem> {
  const network: Network | undefined = networksOf(ctx.settings).find(({ code }) => code === line.network)
  if (!network) return wrong(line, 'sweep_network', { network: line.network })
  const address = parseAddress(line.address, network.addressFormat)
  const owner = address && (await addressOwner(tx, network.code, address))
  if (!address || !owner) return wrong(line, 'sweep_address', { address: line.address, network: network.code })
  if (!/^(0x)?[0-9a-f]{64}$/i.test(line.txHash)) return wrong(line, 'sweep_hash', { hash: line.txHash })
  const micro = parseMicro(line.amount)
  if (micro === null || micro === 0n) return wrong(line, 'sweep_amount', { amount: line.amount })
  const txHash = line.txHash.replace(/^0x/i, '').toLowerCase()
  return { line: line.line, network: network.code, index: owner.index, address, txHash, micro }
}

/** Problems of lines that sweep more money than the books show on the address. */
async function beyondHoldings(db: Db, sweeps: readonly Sweep[]): Promise<SweepProblem[]> {
  const left = new Map<string, Micro>()
  const problems: SweepProblem[] = []
  for (const sweep of sweeps) {
    const key = `${sweep.network}:${sweep.index}`
    const held = (left.get(key) ?? (await heldAt(db, sweep))) - sweep.micro
    left.set(key, held)
    if (held < 0n) problems.push(wrong(sweep, 'sweep_too_much', { amount: formatMicro(-held) }))
  }
  return problems
}

async function record(ctx: Platform, tx: Tx, actor: Actor, sweep: Sweep): Promise<void> {
  if (!(await insertSweep(tx, sweep, ctx.clock.now()))) return
  const { network, index, txHash, micro } = sweep
  await ctx.postgres.audit(tx, actor, 'payment.sweep', `${network}:${index}`, { txHash, micro: `${micro}` })
}
