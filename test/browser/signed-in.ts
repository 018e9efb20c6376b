import { randomUUID } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { signedInCookie } from '#src/contract/site.ts'
import { type Customer, signUp } from '../fixtures/customer.ts'

/** Replaces the browser's session with the session of this account. */
export async function signIn(context: BrowserContext, site: string, { cookie }: Customer): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([
    { name, value, url: site },
    { name: signedInCookie, value: '1', url: site },
  ])
}

/** Creates an account and its session in this browser, without the forms that `sign-up.ts` fills in. */
export async function signedInCustomer(context: BrowserContext, site: string): Promise<Customer> {
  const customer = await signUp(site, `customer-${randomUUID()}@example.com`)
  await signIn(context, site, customer)
  return customer
}
