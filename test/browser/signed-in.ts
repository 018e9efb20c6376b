import { randomUUID } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { signedInCookie } from '#src/contract/site.ts'
import { type Customer, signUp } from '../fixtures/customer.ts'

/** Gives this browser the session of an account, in place of any other. */
export async function signIn(context: BrowserContext, site: string, { cookie }: Customer): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([
    { name, value, url: site },
    { name: signedInCookie, value: '1', url: site },
  ])
}

/** A new account with a session in this browser, without the forms that `sign-up.ts` fills in. */
export async function signedInCustomer(context: BrowserContext, site: string): Promise<Customer> {
  const customer = await signUp(site, `customer-${randomUUID()}@example.com`)
  await signIn(context, site, customer)
  return customer
}
