import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { exportBars } from '#src/market/archive/export-bars.ts'
import { parseStored } from '#src/market/bars/interval.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { parseInstrumentKey } from '#src/market/instruments/symbol.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'

export const exportCommand: Command = {
  name: 'export bars',
  usage: 'export bars <class:CODE$REGION> --interval 1d --out bars.parquet',
  summary: 'Write the stored bars of an instrument as Parquet',
  async run(ctx, args, io) {
    const [symbol = '', ...rest] = args
    const flags = new Map<string, string>()
    for (let at = 0; at < rest.length; at += 2) flags.set(rest[at] ?? '', rest[at + 1] ?? '')
    const unknown = [...flags.keys()].find((flag) => flag !== '--interval' && flag !== '--out')
    if (unknown !== undefined)
      throw new SettingsError(`${unknown} is not a flag of export. There are --interval, --out.`)
    const out = flags.get('--out') ?? ''
    if (!out.endsWith('.parquet')) throw new SettingsError('Pass --out with a file name that ends in .parquet.')
    const interval = parseStored(flags.get('--interval') ?? '')
    if (!interval) throw new SettingsError('Pass --interval: 1m, 5m, 15m, 30m, 1h, 2h, 4h, 1d, 1w or 1M.')
    const identity = parseInstrumentKey(symbol)
    const instrument = identity && (await findInstrument(ctx, identity))
    if (!instrument) throw new SettingsError(`There is no instrument "${symbol}". Write it as stock:BAC$US.`)
    const bytes = await exportBars(ctx, instrument, interval)
    if (!bytes) throw new SettingsError(`No bars of ${symbol} are stored at ${interval}.`)
    const path = resolve(io.cwd, out)
    await writeFile(path, bytes)
    io.print(`${path}: ${bytes.length.toLocaleString('en-US')} bytes`)
  },
}
