import { expect, test } from 'vitest'
import { listPapersRoute, paperRoute, receiptRoute, reissueRoute } from '#src/contract/account/papers.ts'
import { callerOf, fits, refused } from '#test/fixtures/contract-answer.ts'
import { giveCredit } from '#test/fixtures/operator.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { siteApi } from '#test/fixtures/site-api.ts'

test('each response about receipts and credit notes matches the contract, and another account cannot read them', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const site = siteApi(ctx)
  const ada = callerOf(site, await world.customer())
  const eve = callerOf(site, await world.customer('eve@example.com'))
  await giveCredit(ctx, ada.email, usdt(200))
  const wish = { planId: 'integrated-base', period: 'month', network: 'TRC20', currency: 'USDT' }
  const { data: order } = await ada.send('/api/order', wish)
  const receipt = fits(receiptRoute, await ada.send(`/api/order/${order.orderNo}/receipt`))
  if (!receipt) throw new Error('no receipt')
  const path = `/api/billing/papers/${receipt.number}`
  expect(fits(paperRoute, await ada.send(path))).toEqual(receipt)
  const buyer = { name: 'Ada Ltd', address: '12 Dorset Street', country: 'FR', taxId: 'FR12345678901' }
  refused(await ada.send(`${path}/reissue`, { ...buyer, country: 'fr' }), reissueRoute, 'invalid_parameter', 'country')
  refused(await eve.send(`${path}/reissue`, buyer), reissueRoute, 'not_found')
  const issued = fits(reissueRoute, await ada.send(`${path}/reissue`, buyer))
  expect(issued).toMatchObject({ buyer, orderNo: order.orderNo })
  refused(await ada.send(`${path}/reissue`, { ...buyer, name: 'Eve' }), reissueRoute, 'receipt_replaced')
  const list = fits(listPapersRoute, await ada.send('/api/billing/papers'))
  expect(list.content.map(({ kind }) => kind)).toEqual(['receipt', 'credit_note', 'receipt'])
  refused(await ada.send('/api/billing/papers?after=x'), listPapersRoute, 'invalid_cursor', 'after')
  expect(fits(listPapersRoute, await ada.send(`/api/billing/papers?after=${receipt.number}`)).content).toEqual([])
  refused(await eve.send(path), paperRoute, 'not_found')
  refused(await eve.send(`/api/order/${order.orderNo}/receipt`), receiptRoute, 'not_found')
  expect(fits(listPapersRoute, await eve.send('/api/billing/papers')).content).toEqual([])
  const { data: details } = await ada.send('/api/billing/details')
  expect(details).toEqual(buyer)
})
