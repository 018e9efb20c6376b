import { minuteMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import { computeFactors } from '../../action-edits/computed-factors.ts'
import { type Bar, extendBar, roundTurnover } from '../../bars/bar.ts'
import { announceHistory, recordBars } from '../../bars/bars.ts'
import { readBars } from '../../history/history.ts'
import type { Instrument } from '../../instruments/instrument.ts'
import { whileStill } from '../../tick-archive/lock-store.ts'
import { archivedImportsIn, readImportedTicks } from '../../tick-archive/pages.ts'
import { buildMinutes } from '../../ticks/tick-store.ts'
import type { Tick } from '../../ticks/ticks.ts'

const barsAtOnce = 10_000

/**
 * Builds the minutes of imported ticks from `first` to `last`, ms. All imported ticks of a minute count, also those of
 * earlier imports and in the archive. Afterwards all processes drop their cached bars.
 */
export async function buildImportedMinutes(
  ctx: Platform,
  instrument: Instrument,
  { first, last }: { first: number; last: number },
): Promise<void> {
  const from = Math.floor(first / minuteMs) * minuteMs
  const to = Math.floor(last / minuteMs) * minuteMs + minuteMs - 1
  await whileStill(ctx, async () => {
    if (await archivedImportsIn(ctx, instrument.id, { from, to })) await buildFromArchive(ctx, instrument.id, from, to)
    else await buildMinutes(ctx, instrument.id, from, to)
  })
  // A dividend's factor depends on the close before the ex-date, which this import may have added.
  await computeFactors(ctx, instrument.id)
  const [bar] = await readBars(ctx, { instrument, interval: '1m', to, limit: 1, order: 'newest' })
  if (bar) await announceHistory(ctx, instrument, '1m', bar)
}

async function buildFromArchive(ctx: Platform, instrumentId: number, from: number, to: number): Promise<void> {
  let bars: Bar[] = []
  const write = async () => {
    await recordBars(
      ctx,
      bars.map((bar) => ({ ...bar, instrumentId, interval: '1m' as const })),
    )
    bars = []
  }
  for await (const tick of readImportedTicks(ctx, instrumentId, { from, to })) {
    const next = barOf(tick)
    const bar = bars.at(-1)
    if (bar?.time === next.time) bars[bars.length - 1] = extendBar(bar, next)
    else {
      if (bars.length >= barsAtOnce) await write()
      bars.push(next)
    }
  }
  await write()
}

function barOf({ time, price, volume }: Tick): Bar {
  const minute = Math.floor(time / minuteMs) * minuteMs
  const turnover = roundTurnover(price * volume)
  return { time: minute, open: price, high: price, low: price, close: price, volume, turnover, source: 'built' }
}
