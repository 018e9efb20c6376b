import { beforeAll, expect, test } from 'vitest'
import { type Customer, call, signUp } from '#test/fixtures/customer.ts'
import { type SharedProduct, sharedProduct } from '#test/fixtures/shared-product.ts'

let product: SharedProduct
let ada: Customer
let eve: Customer
beforeAll(async () => {
  product = await sharedProduct()
  ada = await signUp(product.site, 'ada-of-sheets@example.com')
  eve = await signUp(product.site, 'eve-of-sheets@example.com')
})

/** Sends the request of a spreadsheet. */
async function read(address: string) {
  const answer = await fetch(address, {
    headers: { 'user-agent': 'Mozilla/5.0 (compatible; GoogleDocs; apps-spreadsheets)' },
  })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

test('a spreadsheet reads the table of a link, each read counts in the usage, and a revoked link stops working', async () => {
  const [{ id: keyId }] = (await ada.call('/api/keys')).body.data
  const table = { kind: 'bars', symbol: 'NASDAQ:AAPL', interval: '1d', rows: 3 }
  const made = (await ada.call('/api/sheet-links', { name: 'My sheet', keyId, table })).body.data
  expect(made.address).toMatch(new RegExp(`^${product.api}/sheet/tw_sheet_[0-9A-Za-z]{36}$`))

  const first = await read(made.address)
  expect(first).toMatchObject({ status: 200, type: expect.stringContaining('text/csv') })
  const rows = first.text.trim().split('\r\n')
  expect(rows).toHaveLength(4)
  expect(rows[0]).toMatch(/^time,t,o,h,l,c,v/)
  expect((await read(`${made.address}?format=json`)).status).toBe(200)

  const { data: limits } = (await call(product.api, '/account/limits', undefined, { token: ada.key })).body
  expect(limits).toMatchObject({ perMinute: 30, used: 3 })
  await expect
    .poll(async () => (await ada.call('/api/sheet-links')).body.data.links, { timeout: 15_000 })
    .toMatchObject([{ name: 'My sheet', uses: 2, table: { code: 'AAPL' }, lastUsedAt: expect.any(Number) }])

  const { id } = made.link
  expect((await eve.call('/api/sheet-links')).body.data.links).toEqual([])
  expect((await eve.call(`/api/sheet-links/${id}/revoke`, {})).status).toBe(404)
  expect((await eve.call('/api/sheet-links', { name: 'Theirs', keyId, table })).status).toBe(404)

  expect((await ada.call(`/api/sheet-links/${id}/revoke`, {})).status).toBe(200)
  await expect.poll(() => read(made.address), { timeout: 1_000 }).toMatchObject({ status: 410 })
  const refused = await read(made.address)
  expect(refused.text).toMatch(/^error,message,requestId\r\nsheet_revoked,This spreadsheet link was revoked\./)
  expect((await ada.call('/api/sheet-links')).body.data.links).toEqual([])
  const { entries } = (await ada.call('/api/activity?about=keys')).body.data
  expect(entries.map(({ action, name }: { action: string; name: string }) => [action, name])).toEqual(
    expect.arrayContaining([
      ['key.open_link', 'My sheet'],
      ['key.end_link', 'My sheet'],
    ]),
  )
})

test('the response to an unknown spreadsheet link is a table that states that the link does not exist', async () => {
  const unknown = await read(`${product.api}/sheet/tw_sheet_nothing`)
  expect(unknown).toMatchObject({ status: 404, type: 'text/csv; charset=utf-8' })
  expect(unknown.text).toMatch(/^error,message,requestId\r\nsheet_unknown,"This spreadsheet link does not exist\./)
})
