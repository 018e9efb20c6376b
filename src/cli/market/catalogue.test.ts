import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { tapewire } from '#test/fixtures/tapewire.ts'

test('an import from a symbol list adds only the instruments of the given class or region, and names the licence of the list', async () => {
  await using ctx = await testPlatform()
  const file = join(ctx.settings.dataDir, 'symbols.csv')
  const rows = [
    'type,region,exchange,code,name',
    'stock,JP,TSE,T9991,Tokyo One',
    'fund,JP,TSE,T9992,Tokyo Fund',
    'stock,DE,XETR,D9991,Berlin One',
    'stock,JP,TSE,,No Code',
  ]
  await writeFile(file, `${rows.join('\n')}\n`)
  const added = await tapewire(ctx, 'catalogue', 'add', 'jp', '--from', file)
  expect(added).toMatch(/3 rows, 2 taken, 1 quarantined.*JerBouma\/FinanceDatabase is under the MIT licence/s)
  const find = (code: string) => findInstrument(ctx, { class: null, code })
  expect(await find('T9991')).toMatchObject({ names: { en: 'Tokyo One' }, exchange: 'TSE', source: 'list' })
  expect(await find('T9992')).toMatchObject({ class: 'fund' })
  expect(await find('D9991')).toBeNull()
  expect(await tapewire(ctx, 'catalogue', 'add', 'stock', '--from', file)).toContain('3 rows, 2 taken')
  expect(await find('D9991')).toMatchObject({ region: 'DE' })
  await expect(tapewire(ctx, 'catalogue', 'add', 'moon', '--from', file)).rejects.toThrow(
    'neither a class nor a region',
  )
  await expect(tapewire(ctx, 'catalogue', 'add', 'jp', '--from', `${file}.none`)).rejects.toThrow(
    'there is no such file',
  )
})
