import type { AssetClass } from '#src/contract/market.ts'
import { storedCoverage } from '#src/market/coverage/coverage.ts'
import { liveSources } from '#src/market/sources/source-figures.ts'
import { sharedFigures } from '#src/platform/figures/process-figures.ts'
import type { Platform } from '#src/platform/platform.ts'
import { entitle } from '../../entitlement.ts'
import { classOf, regionOf } from '../instruments/symbol-scope.ts'
import type { DataAnswer, DataRequest } from '../wire/call.ts'
import { tableAnswer } from '../wire/table.ts'

const columns = ['class', 'exchange', 'interval', 'instruments', 'first', 'last', 'live', 'delay', 'source']

/** `/coverage`: the stored data, as of the last count. */
export async function coverage(ctx: Platform, request: DataRequest): Promise<DataAnswer> {
  const type = request.query.get('type')
  const assetClass = type === undefined ? null : classOf(type)
  const { region, ignored } = regionOf(request, assetClass)
  const live = new Set(liveSources(await sharedFigures(ctx)).map((source) => source.class))
  const rows = (await storedCoverage(ctx, { class: assetClass, region })).map((row) => ({
    class: row.class,
    exchange: row.exchange,
    interval: row.kind,
    instruments: row.instruments,
    first: row.first,
    last: row.last,
    live: live.has(row.class),
    delay: delayOf(request, row.class),
    source: row.sources.join(),
  }))
  return tableAnswer(request, rows, {
    name: 'coverage',
    columns,
    cells: (row) => row,
    beside: ignored ? { warning: 'region_ignored' } : {},
  })
}

function delayOf(request: DataRequest, assetClass: AssetClass): number | null {
  const verdict = entitle(request, { class: assetClass, region: null, call: 'kline' })
  return verdict.allowed ? verdict.delayMs / 1_000 : null
}
