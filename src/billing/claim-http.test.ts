import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimPaymentRoute, createOrderRoute } from '#src/contract/account/billing.ts'
import { callerOf, fits, refused } from '#test/fixtures/contract-answer.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { siteApi } from '#test/fixtures/site-api.ts'

const digits = 'aB'.repeat(32)

let ctx: TestPlatform
let claims: ((txHash: unknown) => ReturnType<typeof claimOn>)[]

beforeAll(async () => {
  ctx = await testPlatform()
  claims = await Promise.all(['TRC20', 'ETC20'].map(payerOn))
})
afterAll(() => ctx[Symbol.asyncDispose]())

/** Orders on a network as a new customer. Returns the function that sends a claim for this order. */
async function payerOn(network: string) {
  const world = await PaymentWorld.open(ctx, { code: network })
  const customer = callerOf(siteApi(ctx), await world.customer(`${network}@example.com`))
  const wish = { planId: 'integrated-base', period: 'month', network, currency: 'USDT' }
  const { orderNo } = fits(createOrderRoute, await customer.send('/api/order', wish))
  return (txHash: unknown) => claimOn(customer, orderNo, txHash)
}

const claimOn = ({ send }: ReturnType<typeof callerOf>, no: string, txHash: unknown) =>
  send(`/api/order/${no}/claim`, { txHash })

const stored = async () =>
  (
    await sql<{
      network: string
      tx_hash: string
    }>`select network, tx_hash from payment_claim order by network`.execute(ctx.postgres.db)
  ).rows

test.each([
  ['empty', ''],
  ['only a prefix', '0x'],
  ['one digit short', digits.slice(1)],
  ['one digit long', `${digits}0`],
  ['prefixed twice', `0x0x${digits}`],
  ['prefixed within the 64 characters', `0x${digits.slice(2)}`],
  ['not hexadecimal', `g${digits.slice(1)}`],
  ['an address of Tron', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
  ['an address of Ethereum', `0x${'ab'.repeat(20)}`],
  ['the page of an explorer', `https://tronscan.org/#/transaction/${digits}`],
  ['between blanks', ` ${digits} `],
  ['followed by a line feed', `${digits}\n`],
  ['in full-width digits', '１'.repeat(64)],
  ['one of 50,000 digits', 'a'.repeat(50_000)],
  ['a list', [digits]],
  ['a number', Number.MAX_SAFE_INTEGER],
  ['null', null],
  ['an object', { toString: digits }],
])(
  'a payment claim by a transaction hash that is %s is refused on each network and stores nothing',
  async (_form, txHash) => {
    for (const claim of claims) refused(await claim(txHash), claimPaymentRoute, 'invalid_parameter', 'txHash')
    expect(await stored()).toEqual([])
  },
)

test('a payment claim is refused if its transaction hash is missing or contains a NUL', async () => {
  for (const claim of claims) {
    refused(await claim(undefined), claimPaymentRoute, 'missing_parameter', 'txHash')
    expect((await claim(`${digits.slice(1)}\0`)).error).toBe('bad_characters')
  }
  expect(await stored()).toEqual([])
})

test('refused payment claims do not count against the limit, and different spellings of one hash are stored as one claim per network', async () => {
  for (const claim of claims)
    for (const form of [digits, digits.toUpperCase(), `0x${digits}`])
      expect(fits(claimPaymentRoute, await claim(form)).result).toBe('looking')
  const tx_hash = `0x${digits.toLowerCase()}`
  expect(await stored()).toEqual([
    { network: 'ETC20', tx_hash },
    { network: 'TRC20', tx_hash },
  ])
})
