import { expect } from '@playwright/test'
import brand from '#src/locales/en-US/operator-brand.ts'
import { signUpStaff } from '../fixtures/staff-sign-up.ts'
import { signIn } from './signed-in.ts'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const { previews } = brand

test("the previews of a brand have no scripts and cause no messages in the browser's console", async ({ page }) => {
  const owner = await signUpStaff(site(), process.env.TAPEWIRE_DATA_DIR ?? '', 'owner')
  await signIn(page.context(), site(), owner)
  const reported: string[] = []
  page.on('console', (message) => reported.push(message.text()))
  await page.goto(`${site()}/en-US/operator/brand`)
  await expect(page.locator('html')).toHaveAttribute('data-mounted')
  for (const theme of ['light', 'dark'] as const) {
    await page.getByRole('button', { name: previews[theme], exact: true }).click()
    for (const view of ['home', 'pricing', 'dashboard', 'receipt', 'mail'] as const) {
      await page.getByRole('button', { name: previews[view], exact: true }).click()
      const shown = page.frameLocator(`iframe[title="${previews[view]}"]`)
      await expect(shown.locator('body')).not.toBeEmpty()
      await expect(shown.locator('script:not([type="application/ld+json"]), link[rel="modulepreload"]')).toHaveCount(0)
      if (view !== 'mail') await expect(shown.locator('html')).toHaveAttribute('data-theme', theme)
      if (view === 'home') await expect(shown.locator('.site-header')).toBeVisible()
    }
  }
  expect(reported).toEqual([])
})
