import { expect, test } from 'vitest'
import { call } from '#test/fixtures/customer.ts'
import { liveEnvironment } from '#test/fixtures/live.ts'
import { testProduct } from '#test/fixtures/product.ts'
import { spawnProduct, temporaryDataDir } from '#test/fixtures/spawned.ts'

test('in live mode the pages of the sandbox do not exist, and the plans are listed', async () => {
  await using product = await testProduct(liveEnvironment())
  const site = `http://localhost:${product.sitePort}`
  const payment = { network: 'TRC20', address: 'TUUGiVPKJwkmm7MxqNAobzYcsve7nzWZDd', amount: '1' }
  for (const path of ['/dev/wallet', '/dev/mailbox', '/dev/mailbox.json?to=a@example.com'])
    expect((await call(site, path)).status, path).toBe(404)
  for (const [path, body] of [
    ['/dev/wallet/pay', payment],
    ['/dev/wallet/trick', { network: 'TRC20', trick: 'reorganise' }],
  ] as const)
    expect((await call(site, path, body)).status, path).toBeGreaterThanOrEqual(404)
  expect((await call(site, '/api/order/plan')).body.data.length).toBeGreaterThan(100)
})

test('a start with MODE=live and no other settings ends with one message for each missing setting', async () => {
  await using dataDir = await temporaryDataDir()
  await using product = await spawnProduct(dataDir.path, { MODE: 'live' })
  expect(await product.ended()).toBe(1)
  const said = product.output().trim().split('\n')
  expect(said.map((line) => /^MODE=live needs ([\w ]+)/.exec(line)?.[1])).toEqual([
    'KEYRING',
    'SMTP_URL',
    'PUBLIC_URL',
    'API_URL',
    'a payment network',
  ])
})
