import { replayInstrument, replayTicks } from '#src/feed/sources/replay/replay.ts'
import { keyOf } from '#src/market/instruments/instrument.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { parseInstrumentKey } from '#src/market/instruments/symbol.ts'
import { importedSpan } from '#src/market/tick-archive/pages.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { one, parse } from '../../terminal/arguments.ts'

const speedMax = 10_000

/** Publishes imported ticks as if they were live, until the last tick or Ctrl-C. */
export const replay: Command = {
  name: 'replay',
  usage: 'replay <class:CODE$REGION> [--speed 60]',
  summary: 'Play imported ticks onto the live stream, 1× or faster, under a code of their own: BAC.REPLAY for BAC',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { speed: { type: 'string' } })
    const symbol = one(positionals, this.usage)
    const speed = Number(values.speed ?? 1)
    if (!(speed >= 1 && speed <= speedMax))
      throw new SettingsError(`replay takes --speed with a number from 1 to ${speedMax}.`)
    const identity = parseInstrumentKey(symbol)
    const instrument = identity && (await findInstrument(ctx, identity))
    if (!instrument) throw new SettingsError(`There is no instrument "${symbol}". Write it as stock:BAC$US.`)
    const covered = await importedSpan(ctx, instrument.id)
    if (!covered) throw new SettingsError(`No ticks of ${symbol} were imported. Do that first: import ticks <file>….`)
    const as = await replayInstrument(ctx, instrument)
    io.print(`Playing the ticks of ${symbol} as ${keyOf(as)} at ${speed}×`)
    const played = await replayTicks(ctx, instrument, as, {
      from: covered.first,
      to: covered.last,
      speed,
      signal: io.signal,
    })
    io.print(`Played ${played} ticks.`)
  },
}
