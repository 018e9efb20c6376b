import { rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#src/contract/time.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { archiveFiles } from '#src/market/tick-archive/files/open-files.ts'
import { recordTicks } from '#src/market/ticks/ticks.ts'
import { archiveLine } from '#src/overview/installation/stores.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { archiveCommands } from './archive.ts'

test('the doctor and the command that verifies the archive report an archive file that is missing or truncated', async () => {
  const now = Date.parse('2026-03-20T12:00:00Z')
  await using ctx = await testPlatform({ clickhouse: true, now })
  await installCatalogue(ctx)
  const apple = await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' })
  const day = Date.parse('2026-02-02')
  const figures = { seq: 0, price: 1, volume: 1, side: 1 as const, bid: 0, ask: 0, source: 'exchange' as const }
  await recordTicks(
    ctx,
    [day, day + 2 * dayMs].map((time) => ({ ...figures, instrumentId: apple?.id ?? 0, time })),
  )
  await ctx.clock.advance(hourMs)
  const lines: string[] = []
  const io = {
    signal: new AbortController().signal,
    cwd: '/',
    progress: () => {},
    print: (line: string) => lines.push(line),
  }
  const [status, move, verify] = archiveCommands
  await status?.run(ctx, [], io)
  await move?.run(ctx, [], io)
  expect(lines.slice(1)).toEqual(['Nothing has moved yet.', expect.stringMatching(/^2 ticks moved into 2 files, /)])
  await status?.run(ctx, [], io)
  expect(lines.slice(3).join('\n')).toMatch(
    /archive; ticks stay in the store for 30 days\ntrades: \d+ in \d+ files, .* 2026-02-02 to 2026-02-04/,
  )
  await verify?.run(ctx, [], io)
  expect(await archiveLine(ctx)).toMatch(/^\d+ files at /)
  const files = archiveFiles(ctx)
  const names: string[] = []
  for await (const { name } of files.list()) names.push(name)
  const [name = ''] = names.sort()
  const bytes = await files.readAll(name)
  await truncate(join(ctx.settings.dataDir, 'archive', name), bytes.length - 1)
  await expect(archiveLine(ctx)).rejects.toThrow(`1 files are missing or damaged at`)
  await expect(verify?.run(ctx, [], io)).rejects.toThrow('Put them back from a copy')
  await rm(join(ctx.settings.dataDir, 'archive', name))
  await expect(archiveLine(ctx)).rejects.toThrow(name)
  await files.write(name, bytes)
  await archiveLine(ctx)
})
