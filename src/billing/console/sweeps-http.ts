import { type Problem, refuse } from '#src/contract/errors.ts'
import { formatMicro } from '#src/contract/money.ts'
import { exportSweepsRoute, listSweepsRoute, recordSweepsRoute } from '#src/contract/operator/money/sweeps.ts'
import type { Api } from '#src/platform/http/api.ts'
import { streamLines } from '#src/platform/http/streams/stream-lines.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type NetworkCode, networksOf, shownAddress } from '../chains/network.ts'
import { sweepList } from '../operator/held-payments.ts'
import { presentTransaction } from '../present/present-transaction.ts'
import { listSweeps } from '../sweeps/list-sweeps.ts'
import { readSweeps } from '../sweeps/read-sweeps.ts'
import { recordSweeps } from '../sweeps/record-sweeps.ts'

export function mountSweeps(api: Api): void {
  api.handle(listSweepsRoute, async (ctx, { actor }) => {
    const { holdings, recorded } = await listSweeps(ctx, actor)
    return {
      holdings: holdings.map(({ booked, ...held }) => ({
        ...held,
        address: shownAddress(ctx.settings, held.network, held.address),
        amount: formatMicro(booked),
      })),
      recorded: recorded.map(({ micro, txHash, ...sweep }) => ({
        ...sweep,
        address: shownAddress(ctx.settings, sweep.network, sweep.address),
        amount: formatMicro(micro),
        transaction: presentTransaction(networkOf(ctx, sweep.network), sweep.network, txHash),
      })),
    }
  })
  api.handle(exportSweepsRoute, async (ctx, { actor }) => {
    const lines = await sweepList(ctx, actor)
    const day = new Date(ctx.clock.now()).toISOString().slice(0, 10)
    return streamLines(each(lines), { name: `sweeps-${day}.csv`, type: 'text/csv' })
  })
  api.handle(recordSweepsRoute, async (ctx, { actor, body }) => {
    const read = readSweeps(body.lines)
    if (read.kind === 'refused') throw invalid([read.problem])
    const outcome = await recordSweeps(ctx, actor, read.lines)
    if ('problems' in outcome) throw invalid(outcome.problems)
    return outcome
  })
}

function invalid(problems: readonly Problem[]) {
  return refuse('sweeps_invalid', { param: 'lines', problems })
}

function networkOf(ctx: Platform, code: NetworkCode) {
  return networksOf(ctx.settings).find((network) => network.code === code) ?? null
}

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}
