import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Locale } from '#src/contract/locale.ts'
import { allWords } from '#src/locales/all-words.ts'
import { codeFor } from '../fixtures/customer.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''

/** Fills in the open sign-up form like a visitor, and ends on the page that the visitor wanted. */
export async function signUpInForm(page: Page, locale: Locale): Promise<string> {
  const { login, frame } = allWords[locale]
  const t = { ...login, botCheck: frame.botCheck }
  const email = `visitor-${randomUUID()}@example.com`
  const password = randomUUID()
  await expect(page.getByRole('heading', { level: 1, name: t.signup.title })).toBeVisible()
  await page.getByLabel(t.botCheck.label).check()
  await expect(page.getByText(t.botCheck.done)).toBeVisible()
  await page.getByLabel(t.email, { exact: true }).fill(email)
  await page.getByRole('button', { name: t.send, exact: true }).click()
  await expect(page.getByText(t.sent)).toBeVisible()
  await page.getByLabel(t.verificationCode, { exact: true }).fill(await codeFor(site(), email))
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await page.getByLabel(t.confirmPassword, { exact: true }).fill(password)
  await page.getByRole('button', { name: t.signup.submit, exact: true }).click()
  await expect(page).not.toHaveURL(/\/login/)
  return email
}

/** Creates an account in this browser through the login page in this language. */
export async function signUp(page: Page, locale: Locale): Promise<string> {
  await page.goto(`${site()}/${locale}/login?mode=signup`)
  return signUpInForm(page, locale)
}
