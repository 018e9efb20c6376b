import { expect, type Page } from '@playwright/test'
import { chartGateway, type WireBar, walkBars } from '../fixtures/chart-gateway.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const api = () => process.env.TAPEWIRE_API ?? ''

/** Opens the chart. `chartGateway` supplies its bars inside the browser. */
export async function openChart(page: Page, address = '', bars: readonly WireBar[] = walkBars(300)) {
  const gateway = await chartGateway(page, api(), { bars })
  await page.goto(`${site()}/en-US/chart${address}`)
  await expect(page.locator('.legend-figures')).toBeVisible()
  return gateway
}

/** The time and prices in the legend, of the bar under the crosshair or else of the newest bar. */
export async function legend(page: Page) {
  const figures = page.locator('.legend-figures')
  const time = Date.parse((await figures.locator('time').getAttribute('datetime')) ?? '')
  const texts = await figures.locator('> span').allTextContents()
  return { time, prices: texts.slice(0, 4).map((text) => Number(text.replaceAll(/[^\d.]/g, ''))) }
}

/** Resolves when the chart shows what the last pointer event changed. The legend changes one frame after the event. */
export const drawn = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
