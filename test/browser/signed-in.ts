import { randomUUID } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { signedInCookie } from '#src/contract/site.ts'
import { type Customer, signUp } from '../fixtures/customer.ts'

/** A new account whose session this browser holds, without the pages that `sign-up.ts` walks through. */
export async function signedInCustomer(context: BrowserContext, site: string): Promise<Customer> {
  const customer = await signUp(site, `customer-${randomUUID()}@example.com`)
  const [name = '', value = ''] = customer.cookie.split('=')
  await context.addCookies([
    { name, value, url: site },
    { name: signedInCookie, value: '1', url: site },
  ])
  return customer
}
