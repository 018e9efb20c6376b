import type { DataName } from '#src/contract/data/data.ts'
import { refuse } from '#src/contract/errors.ts'
import { notInPlan } from '#src/plans/not-in-plan.ts'
import { codesMax } from '../../../rest/instruments/instrument-call.ts'
import type { Answer, Parameters, Part, Ticker } from '../../vendor/route.ts'
import { plain, regionOf } from '../asked/symbols.ts'

/** The calls whose response has one value per code. */
type ByCode = 'klines' | 'ticks' | 'depths'

/** The calls for all tickers: one call for each class and each hundred of its codes. */
export function batches(tickers: readonly Ticker[], call: ByCode, query: Parameters = {}): Part[] {
  return [...Map.groupBy(tickers, ({ class: name }) => name)].flatMap(([assetClass, some]) =>
    chunks(some, codesMax).map((chunk) => ({
      call,
      class: assetClass,
      query: { ...query, codes: chunk.map(({ code }) => code).join(','), region: chunk[0] && regionOf(chunk[0]) },
    })),
  )
}

function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}

/**
 * The values of batch responses by the vendor's symbol. If no symbol has a value, refuses the call if a symbol is
 * outside the plan or the key's restrictions, or if the only symbol is unknown.
 */
export function bySymbol<Value>(
  answers: readonly (Pick<Answer<DataName>, 'reasons'> & { data: Record<string, Value> })[],
  tickers: readonly Ticker[],
): Map<string, Value> {
  const values = new Map(
    answers.flatMap(({ data }) => Object.entries(data).map(([code, value]) => [plain(code), value])),
  )
  const found = tickers.flatMap(({ text, code }) => {
    const value = values.get(plain(code))
    return value === undefined ? [] : [[text, value] as const]
  })
  if (found.length === 0) refuseWithReason(answers, tickers.length)
  return new Map(found)
}

function refuseWithReason(answers: readonly Pick<Answer<DataName>, 'reasons'>[], symbols: number): void {
  const reasons = answers.flatMap(({ reasons: some = {} }) => Object.values(some).map(reasonIn))
  if (reasons.includes('not_in_plan')) throw notInPlan(null, 'en-US')
  if (reasons.includes('not_in_scope')) throw refuse('not_in_scope')
  if (symbols === 1 && reasons.includes('unknown_symbol')) throw refuse('unknown_symbol', { param: 'symbol' })
}

function reasonIn(why: unknown): unknown {
  return typeof why === 'object' && why !== null && 'reason' in why ? why.reason : undefined
}
