import type { AssetClass } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { instrumentsById } from '../instruments/instruments.ts'
import { canonicalRegion } from '../instruments/symbol.ts'

/**
 * The rows of one instrument as CSV cells: the columns after code and exchange, `time` first. A missing value is empty.
 */
export type DayRows = { instrument: Instrument; rows: readonly string[] }

/** The longest run time of a statement for a file, ms. */
export const statementMs = 30_000

const idsAtOnce = 1_000

/** The instruments among `ids` of the class and region, in the order of `ids`. */
export async function* listedIn(
  ctx: Platform,
  { class: assetClass, region }: { class: AssetClass; region: string },
  ids: readonly number[],
): AsyncGenerator<Instrument> {
  const canonical = canonicalRegion(region)
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const page = ids.slice(at, at + idsAtOnce)
    const byId = new Map((await instrumentsById(ctx, page)).map((instrument) => [instrument.id, instrument]))
    for (const id of page) {
      const instrument = byId.get(id)
      if (instrument?.class === assetClass && instrument.region === canonical) yield instrument
    }
  }
}
