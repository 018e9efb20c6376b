import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { codeFor, solveBotCheck } from '../fixtures/customer.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''

export const enUS = {
  locale: 'en-US',
  payNow: 'Pay now',
  testWallet: 'Pay from the test wallet',
  success: 'Payment successful. Retrieve the ApiKey in the console.',
}
export const zhCN: typeof enUS = {
  locale: 'zh-CN',
  payNow: '立即支付',
  testWallet: '使用测试钱包支付',
  success: '支付成功，请在控制台获取 ApiKey。',
}
export const zhHK: typeof enUS = {
  locale: 'zh-HK',
  payNow: '立即付款',
  testWallet: '以測試錢包付款',
  success: '付款成功，請在控制台取得 ApiKey。',
}

/** A new account in this browser, made over the account API with the code from the sandbox's mailbox. */
export async function signUp(page: Page, locale: string): Promise<string> {
  const email = `buyer-${randomUUID()}@example.com`
  const { request } = page
  const headers = { lang: locale }
  const verification = await solveBotCheck(site())
  const asked = await request.post(`${site()}/api/auth/send-code`, {
    headers,
    data: { email, purpose: 'signup', verification },
  })
  expect(asked.status()).toBe(200)
  const code = await codeFor(site(), email)
  const password = randomUUID()
  const made = await request.post(`${site()}/api/auth/signup`, {
    headers,
    data: { email, password, confirmPassword: password, code },
  })
  expect(made.status()).toBe(200)
  return email
}
