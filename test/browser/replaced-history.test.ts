import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { dayMs } from '#src/contract/time.ts'
import chart from '#src/locales/en-US/chart.ts'
import { tapewireOn } from '../fixtures/operator-cli.ts'
import { legend } from './open-chart.ts'
import { signedInCustomer } from './signed-in.ts'
import { test } from './test.ts'

test('an open chart replaces simulated bars with imported bars without a reload', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const site = process.env.TAPEWIRE_SITE ?? ''
  await signedInCustomer(page.context(), site)
  await page.goto(`${site}/en-US/chart?symbol=CCC:LTCUSD&interval=1d`)
  const book = page.getByRole('region', { name: chart.market.book })
  await expect(book.locator('.level')).not.toHaveCount(0)
  await expect(page.locator('.legend-figures')).toBeVisible()

  const from = Math.floor(Date.now() / dayMs) - 40
  const bars = Array.from({ length: 40 }, (_, day) => `${(from + day) * dayMs},7.1,7.5,7,7.25,1000`)
  const file = test.info().outputPath('crypto-ba-LTCUSD-1d.csv')
  await writeFile(file, ['t,o,h,l,c,v', ...bars].join('\n'))
  await tapewireOn(process.env.TAPEWIRE_DATA_DIR ?? '', 'import', 'bars', file)

  await expect(book).toContainText(chart.market.noBook)
  await expect(page.getByRole('region', { name: chart.market.trades })).toContainText(chart.market.noTrades)
  await expect.poll(async () => (await legend(page)).prices).toEqual([7.1, 7.5, 7, 7.25])
  await expect(page.locator('.side-pane')).toContainText('7.25')
})
