import { expect, type Page } from '@playwright/test'
import { locales } from '#src/contract/locale.ts'
import { browserStorage, cookies } from '#src/contract/privacy/browser-data.ts'
import { axeFindings } from './axe.ts'
import { signUp } from './sign-up.ts'
import { test } from './test.ts'
import { isWhole } from './whole.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''

async function storedKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
}

async function visit(page: Page, path: string) {
  await page.goto(site() + path)
  await expect(page.locator('html[data-mounted]')).toBeAttached()
}

test('public, account, payment and chart pages set only cookies and storage keys that the privacy page names', async ({
  page,
}) => {
  await visit(page, '/en-US')
  await page.getByRole('button', { name: 'Switch to the dark theme' }).first().click()
  await visit(page, '/en-US/privacy')
  await signUp(page, 'en-US')
  for (const path of ['/dashboard', '/dashboard/security', '/dashboard/preferences', '/payment', '/pricing', '/docs'])
    await visit(page, `/en-US${path}`)
  await page.goto(`${site()}/en-US/chart`)
  await expect(page.locator('.legend-figures')).toBeVisible()
  await page.context().request.get(`${site()}/api/auth/oidc`, { maxRedirects: 0 })
  const set = (await page.context().cookies(site())).map(({ name }) => name)
  const stored = await storedKeys(page)
  expect(set).toEqual(expect.arrayContaining(['authorization', 'signed_in', 'sign-in', 'theme']))
  expect(stored).toContain('chart.current')
  expect(Object.keys(cookies)).toEqual(expect.arrayContaining(set))
  expect(Object.keys(browserStorage)).toEqual(expect.arrayContaining(stored))
})

test('the tables of the privacy page fit a phone, a tablet and a desktop', async ({ page }) => {
  for (const locale of locales) {
    await visit(page, `/${locale}/privacy`)
    for (const width of isWhole || locale === 'en-US' ? [360, 768, 1280] : [360]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(page.locator('.table-scroll')).toHaveCount(3)
      const wide = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('.table-scroll')]
          .filter((element) => element.scrollWidth > element.clientWidth)
          .map((element) => element.textContent?.slice(0, 80)),
      )
      expect(wide, `${locale}, ${width} px`).toEqual([])
    }
  }
  expect(await axeFindings(page)).toEqual([])
})
