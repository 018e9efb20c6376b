import { expect, type Page } from '@playwright/test'
import { signedInCookie } from '#src/contract/site.ts'
import act from '#src/locales/en-US/operator.ts'
import actions from '#src/locales/en-US/operator-actions.ts'
import calendars from '#src/locales/en-US/operator-calendars.ts'
import checks from '#src/locales/en-US/operator-checks.ts'
import sources from '#src/locales/en-US/operator-sources.ts'
import type { Customer } from '../fixtures/customer.ts'
import { signUpStaff } from '../fixtures/staff-sign-up.ts'
import { axeFindings } from './axe.ts'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''

let owner: Customer
test.beforeAll(async () => {
  test.setTimeout(180_000)
  owner = await signUpStaff(site(), process.env.TAPEWIRE_DATA_DIR ?? '', 'owner')
})

async function open(page: Page, path: string): Promise<void> {
  const [name = '', value = ''] = owner.cookie.split('=')
  await page.context().addCookies([
    { name, value, url: site() },
    { name: signedInCookie, value: '1', url: site() },
  ])
  await page.goto(`${site()}/en-US/operator/data/${path}`)
  await page.locator('html[data-mounted]').waitFor({ state: 'attached' })
}

/** Checks that head and foot of the sheet are visible, however long its body is. */
async function expectFrame(page: Page, submit: string): Promise<void> {
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('link', { name: act.act.close, exact: true })).toBeInViewport({ ratio: 1 })
  await expect(sheet.getByRole('button', { name: submit, exact: true })).toBeInViewport({ ratio: 1 })
}

test('the console sheet for a trading day shows a preview while it is filled in, and then saves and reverts the change', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 480 })
  await open(page, 'calendars?calendar=NYSE&year=2031')
  await page.getByRole('link', { name: calendars.setOpen }).press('Enter')
  await expectFrame(page, calendars.setSubmit)
  const preview = page.getByRole('region', { name: act.act.preview })
  await expect(preview).toContainText(calendars.previewHint)
  await page.getByLabel(calendars.date).fill('2031-03-12')
  await expect(preview).toContainText('NYSE')
  await page.getByLabel(calendars.kind).selectOption('early')
  await page.getByLabel(calendars.hours, { exact: true }).fill('noon')
  await expect(preview).toContainText(calendars.wrong.hours)
  await page.getByRole('button', { name: calendars.setSubmit, exact: true }).press('Enter')
  const hours = page.getByLabel(calendars.hours, { exact: true })
  await expect(hours).toHaveAttribute('aria-invalid', 'true')
  await expect(hours).toHaveAccessibleDescription(new RegExp(calendars.wrong.hours))
  await expect(hours).toBeFocused()
  await expect(page.getByLabel(calendars.date)).toHaveValue('2031-03-12')
  expect(await axeFindings(page)).toEqual([])
  await hours.fill('13:00')
  await expect(preview).toContainText('09:30-13:00')
  await page.getByRole('button', { name: calendars.setSubmit, exact: true }).press('Enter')
  await expect(page.getByText(calendars.done.set)).toBeVisible()
  await page.getByRole('link', { name: 'Make 2031-03-12 as listed again' }).press('Enter')
  await expect(preview).toContainText('NYSE')
  await page.getByRole('button', { name: calendars.removeSubmit, exact: true }).press('Enter')
  await expect(page.getByText(calendars.done.remove)).toBeVisible()
  await expect(page.getByRole('row', { name: '2031-03-12' })).toBeHidden()
})

test('a console sheet reports that its preview cannot be read, and reads the preview again on request', async ({
  page,
}) => {
  await open(page, 'calendars?calendar=NYSE&year=2031&do=set')
  const address = '**/api/operator/calendars/NYSE/preview**'
  await page.route(address, (route) => route.abort())
  await page.getByLabel(calendars.date).fill('2031-03-12')
  const preview = page.getByRole('region', { name: act.act.preview })
  await expect(preview.locator('[data-read="failed"]')).toBeVisible()
  await page.unroute(address)
  await preview.getByRole('button').press('Enter')
  await expect(preview).toContainText('NYSE')
})

test('console sheets preview a split and a recomputation while they are filled in, and mark an unknown instrument', async ({
  page,
}) => {
  const preview = page.getByRole('region', { name: act.act.preview })
  await open(page, 'instruments/1/actions')
  await page.getByRole('link', { name: actions.setOpen }).press('Enter')
  await expectFrame(page, actions.submit.set)
  await expect(preview).toContainText(actions.previewHint)
  await page.getByLabel(actions.exDate).fill('2031-03-12')
  await page.getByLabel(actions.newShares).fill('2')
  await page.getByLabel(actions.oldShares).fill('2')
  await page.getByRole('button', { name: actions.submit.set, exact: true }).press('Enter')
  await expect(page.getByLabel(actions.newShares)).toHaveAccessibleDescription(actions.wrong)
  await page.getByLabel(actions.oldShares).fill('1')
  await expect(preview).toContainText(actions.splitFactor)
  await page.keyboard.press('Escape')

  await open(page, 'checks')
  await page.getByRole('link', { name: checks.recomputeOpen }).press('Enter')
  await expectFrame(page, checks.recomputeSubmit)
  await page.getByLabel(checks.class).selectOption('crypto')
  await page.getByLabel(checks.from).fill('2031-01-01')
  await page.getByLabel(checks.to).fill('2031-03-01')
  await expect(preview).toContainText(checks.wrong.to)
  await page.getByLabel(checks.to).fill('2031-01-02')
  await expect(preview).toContainText(checks.noEffect)

  await open(page, 'sources')
  await page.getByRole('link', { name: sources.push.set }).press('Enter')
  await expectFrame(page, sources.push.submit)
  await page.getByLabel(sources.push.scope).selectOption(sources.push.oneInstrument)
  await page.getByLabel(sources.push.instrument, { exact: true }).fill('crypto:NOTHING$BA')
  await page.getByRole('button', { name: sources.push.submit, exact: true }).press('Enter')
  await expect(page.getByLabel(sources.push.instrument, { exact: true })).toHaveAttribute('aria-invalid', 'true')
})
