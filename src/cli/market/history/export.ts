import { exportBars } from '#src/market/archive/export-bars.ts'
import { parseStored } from '#src/market/bars/interval.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { parseInstrumentKey } from '#src/market/instruments/symbol.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { one, parse } from '../../terminal/arguments.ts'
import { writeNamed } from '../../terminal/named-files.ts'

export const exportCommand: Command = {
  name: 'export bars',
  usage: 'export bars <class:CODE$REGION> --interval 1d --out bars.parquet',
  summary: 'Write the stored bars of an instrument as Parquet',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { interval: { type: 'string' }, out: { type: 'string' } })
    const symbol = one(positionals, this.usage)
    const { out = '' } = values
    if (!out.endsWith('.parquet')) throw new SettingsError('Pass --out with a file name that ends in .parquet.')
    const interval = parseStored(values.interval ?? '')
    if (!interval) throw new SettingsError('Pass --interval: 1m, 5m, 15m, 30m, 1h, 2h, 4h, 1d, 1w or 1M.')
    const identity = parseInstrumentKey(symbol)
    const instrument = identity && (await findInstrument(ctx, identity))
    if (!instrument) throw new SettingsError(`There is no instrument "${symbol}". Write it as stock:BAC$US.`)
    const bytes = await exportBars(ctx, instrument, interval)
    if (!bytes) throw new SettingsError(`No bars of ${symbol} are stored at ${interval}.`)
    const path = await writeNamed(io, out, bytes)
    io.print(`${path}: ${bytes.length.toLocaleString('en-US')} bytes`)
  },
}
