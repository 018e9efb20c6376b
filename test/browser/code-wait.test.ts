import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { allWords } from '#src/locales/all-words.ts'
import { ageSessions } from '../fixtures/staff-sign-up.ts'
import { axeFindings } from './axe.ts'
import { signedInCustomer } from './signed-in.ts'
import { keepNoLonger, test } from './test.ts'
import { testedLocales } from './whole.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const dataDir = () => process.env.TAPEWIRE_DATA_DIR ?? ''

/** The text of a button or a refusal with any time in it. */
const timed = (words: string, time: string) => new RegExp(`^${words.replace(/\{time\}/, time)}$`)
const clock = '00:\\d\\d'

async function openWithClock(page: Page, path: string) {
  keepNoLonger(page.context())
  await page.clock.install()
  await page.goto(`${site()}${path}`)
}

for (const locale of testedLocales) {
  const { login, frame, account, security } = allWords[locale]

  test(`if a sign-in code is requested too early, the page shows the waiting time and then enables the button, in ${locale}`, async ({
    page,
  }) => {
    const email = `reader-${randomUUID()}@example.com`
    const request = async (to: string) => {
      await openWithClock(page, `/${locale}/login?mode=code`)
      await page.getByLabel(login.email).fill(to)
      await page.getByLabel(frame.botCheck.label).check()
      await expect(page.getByText(frame.botCheck.done)).toBeVisible()
      await page.getByRole('button', { name: login.send, exact: true }).press('Enter')
    }
    const waiting = page.getByRole('button', { name: timed(frame.field.wait, clock) })
    await request(email)
    await expect(page.getByText(login.sent)).toBeVisible()
    await expect(waiting).toBeDisabled()

    await request(email)
    await expect(page.getByRole('alert')).toHaveText(/\d/)
    await expect(waiting).toBeDisabled()
    await expect(waiting).toBeFocused()
    expect(await axeFindings(page)).toEqual([])
    await page.clock.fastForward(61_000)
    await expect(page.getByRole('button', { name: frame.field.sendAgain, exact: true })).toBeEnabled()
    await expect(page.getByRole('button', { name: frame.field.sendAgain, exact: true })).toBeFocused()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('status').filter({ hasText: frame.field.waitOver })).toBeAttached()
  })

  test(`if a confirmation code is requested too early, the dialog shows the waiting time and then enables the button, in ${locale}`, async ({
    page,
    context,
  }) => {
    const { email } = await signedInCustomer(context, site())
    await openWithClock(page, `/${locale}/dashboard/security`)
    await ageSessions(dataDir(), email)
    const dialog = page.getByRole('dialog', { name: account.prove.title })
    const byMail = dialog.getByRole('button', { name: account.factor.by.mailCode, exact: true })
    const waiting = dialog.getByRole('button', { name: timed(frame.field.wait, clock) })
    const again = dialog.getByRole('button', { name: frame.field.sendAgain, exact: true })
    const prompt = async () => {
      await page.getByLabel(security.email.next).fill(`next-${email}`)
      await page.getByRole('button', { name: security.email.submit, exact: true }).click()
      await byMail.press('Enter')
    }
    await prompt()
    await expect(dialog.getByLabel(account.prove.code)).toBeFocused()
    await expect(waiting).toBeDisabled()
    await page.clock.fastForward(61_000)
    await expect(again).toBeEnabled()
    await dialog.getByRole('button', { name: account.prove.cancel }).click()

    await prompt()
    await expect(dialog.getByRole('alert')).toHaveText(/\d/)
    await expect(dialog.getByLabel(account.prove.password)).not.toHaveAttribute('aria-invalid', 'true')
    await expect(waiting).toBeFocused()
    expect(await axeFindings(page)).toEqual([])
    await page.clock.fastForward(61_000)
    await expect(byMail).toBeEnabled()
    await expect(byMail).toBeFocused()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
  })
}
