import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { readBars } from '#src/market/history/history.ts'
import { importBars } from '#src/market/import/import-bars.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { exportCommand } from './export.ts'

test('bars exported as Parquet are imported again without losing a digit', async () => {
  await using ctx = await testPlatform({ clickhouse: true, now: '2026-01-05T12:00:00Z' })
  await installCatalogue(ctx)
  const lines = [
    'time,open,high,low,close,volume,turnover',
    '2025-01-02T15:00:00.000Z,0.1,0.30000000000000004,0.1,0.2,12345678901234,1.5',
    '2025-01-02T15:01:00.000Z,0.2,0.20000001,0.19999999,0.2,0,0',
    '2025-01-02T15:02:00.000Z,0.3333333333333333,0.7,0.1,0.6000000000000001,0.00000001,650.25',
  ]
  const csv = join(ctx.settings.dataDir, 'crypto-ba-AAAUSD-1m.csv')
  await writeFile(csv, `${lines.join('\n')}\n`)
  const io = { signal: new AbortController().signal, progress: () => {} }
  await importBars(ctx, csv, {}, io)
  const out = join(ctx.settings.dataDir, 'crypto-ba-BBBUSD-1m.parquet')
  const printed: string[] = []
  const command = { ...io, cwd: '/', print: (line: string) => printed.push(line) }
  await exportCommand.run(ctx, ['crypto:AAAUSD$BA', '--interval', '1m', '--out', out], command)
  expect(printed.join()).toContain(out)
  expect(await importBars(ctx, out, {}, io)).toMatchObject({ rows: 3, accepted: 3, quarantined: 0 })
  const all = async (code: string) => {
    const instrument = await findInstrument(ctx, { class: 'crypto', code })
    if (!instrument) throw new Error(code)
    return readBars(ctx, { instrument, interval: '1m', limit: 10, order: 'oldest' })
  }
  expect(await all('BBBUSD')).toEqual(await all('AAAUSD'))
  expect(await all('BBBUSD')).toHaveLength(3)
  const missing = exportCommand.run(ctx, ['crypto:AAAUSD$BA', '--interval', '1d', '--out', out], command)
  await expect(missing).rejects.toThrow('No bars of crypto:AAAUSD$BA are stored at 1d.')
})
