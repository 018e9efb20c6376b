import { type ActionFunctionArgs, RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findSession } from '#src/accounts/sessions/sessions.ts'
import { removeMember } from '#src/accounts/team/team.ts'
import { shownAccountField } from '#src/contract/team/shown-account.ts'
import { apiContext, localeContext, sessionContext } from '#src/site/context/context.ts'
import { action } from '#src/site/pages/payment/payment-page.tsx'
import type { TestAccount } from '#test/fixtures/account.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { colleagueOf } from '#test/fixtures/team.ts'

let ctx: TestPlatform
let site: SiteApi
let world: PaymentWorld
beforeAll(async () => {
  ctx = await testPlatform()
  site = siteApi(ctx)
  world = await PaymentWorld.open(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

const form = () => ({ planId: 'integrated-base', period: 'month', network: world.network.code, intent: 'order' })
const authorization = ({ token }: TestAccount) => `Bearer ${token}`

/** Submits a payment form that shows `shownAccount`. Returns the text of the response, or the address of the order. */
async function submit(who: TestAccount, shownAccount: string | null) {
  const url = new URL('/en-US/payment', ctx.settings.publicUrl)
  const fields = { ...form(), ...(shownAccount === null ? {} : { [shownAccountField]: shownAccount }) }
  const headers = { authorization: authorization(who) }
  const request = new Request(url, { method: 'POST', headers, body: new URLSearchParams(fields) })
  const found = await findSession(ctx, request)
  if (!found) throw new Error('not signed in')
  const { actor, accountId: id, email, timeZone } = found
  const context = new RouterContextProvider()
  context.set(localeContext, 'en-US')
  context.set(apiContext, { invoke: site.api.invoke, caller: () => site.api.callerOf(request) })
  context.set(sessionContext, { actor, acting: null, recentUntil: 0, account: { id, email, timeZone, imageUrl: null } })
  const answer = await action({ request, url, context, params: {} } as unknown as ActionFunctionArgs)
  return answer instanceof Response ? answer.headers.get('location') : answer.data.message
}

async function ordersOf(who: TestAccount): Promise<unknown[]> {
  const answer = await site.send('/api/order', { headers: { authorization: authorization(who) } })
  return answer.data.content
}

test('after a member is removed, an open order form of the team account is refused and orders nothing in the member’s own account', async () => {
  const ada = await world.customer('ada@example.com')
  const bob = await colleagueOf(ctx, ada.actor, 'billing')
  await removeMember(ctx, ada.actor, { memberId: bob.actor.accountId })
  expect(await submit(bob, null)).toContain('You no longer work in this account')
  // The next page belongs to the member's own account, and an old tab still shows the former account.
  const page = new Request(ctx.settings.publicUrl, { headers: { authorization: authorization(bob) } })
  expect((await findSession(ctx, page))?.actor).toEqual(bob.actor)
  expect(await submit(bob, ada.actor.accountId)).toContain('Reload it and look again')
  expect(await ordersOf(bob)).toEqual([])
  expect(await submit(bob, bob.actor.accountId)).toMatch(/^\/en-US\/payment\/\w+/)
})

test('a call is refused if its page shows an account other than the one in which the session works', async () => {
  const ada = await keyOnPlan(ctx, 'integrated-base')
  const bob = await colleagueOf(ctx, ada.actor, 'developer')
  const rename = (shown?: string) =>
    site.send(`/api/keys/${ada.keyId}/rename`, {
      body: { name: 'Ours' },
      headers: { authorization: authorization(bob), ...(shown === undefined ? {} : { 'x-account': shown }) },
    })
  expect(await rename(bob.actor.accountId)).toMatchObject({ status: 409, error: 'changed_meanwhile' })
  expect(await rename(ada.actor.accountId)).toMatchObject({ code: 0 })
  // Programs name no shown account.
  expect(await rename()).toMatchObject({ code: 0 })
  // Personal settings are the same in every account.
  const preferences = await site.send('/api/preferences', {
    method: 'PUT',
    body: { theme: 'dark' },
    headers: { authorization: authorization(bob), 'x-account': bob.actor.accountId },
  })
  expect(preferences).toMatchObject({ code: 0 })
})
