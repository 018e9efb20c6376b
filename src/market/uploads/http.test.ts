import { afterAll, beforeAll, expect, test } from 'vitest'
import { pieceBytesMax } from '#src/contract/operator/imports.ts'
import { requestRefusal } from '#src/platform/http/request-guard.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { testStaff } from '#test/fixtures/staff.ts'

let ctx: TestPlatform
let site: SiteApi
let data: Awaited<ReturnType<typeof testStaff>>
beforeAll(async () => {
  ctx = await testPlatform()
  site = siteApi(ctx)
  data = await testStaff(ctx, 'data@example.com', 'data')
})
afterAll(() => ctx[Symbol.asyncDispose]())

const headers = () => ({ authorization: `Bearer ${data.token}` })
const rows = `time,open,high,low,close,volume\n${'2025-01-02,1,3,1,2,10\n'.repeat(10_000)}`

test('a file is uploaded in pieces larger than the usual body size, and each response has the next offset', async () => {
  const begun = await site.send('/api/operator/uploads', {
    headers: headers(),
    body: { file: 'stock-us-WIRE-1d.csv', bytes: rows.length, kind: 'bars', region: '', acceptOutliers: true },
  })
  const path = `/api/operator/uploads/${begun.data.id}`
  const put = (offset: number, body: string) =>
    site.send(`${path}?offset=${offset}`, {
      method: 'PUT',
      body,
      headers: { ...headers(), 'content-type': 'application/octet-stream' },
    })
  const half = Math.ceil(rows.length / 2)
  expect((await put(0, rows.slice(0, half))).data).toMatchObject({ received: half, state: 'receiving' })
  expect(await put(0, rows)).toMatchObject({ status: 409, error: 'upload_offset_wrong', body: { received: half } })
  expect(await put(-1, rows)).toMatchObject({ error: 'invalid_parameter' })
  expect((await put(half, rows.slice(half))).data).toMatchObject({ received: rows.length, state: 'ready' })
  expect(await put(half, rows.slice(half))).toMatchObject({ error: 'conflict' })
  expect((await site.send(path, { headers: headers() })).data).toMatchObject({ state: 'ready', version: 1 })
})

test('only the pieces of an upload may be larger than the usual body size, and each piece has a size limit', async () => {
  const refusal = (method: string, url: string, bytes: number) => {
    const incoming = { method, url, headers: { 'content-length': String(bytes) } }
    return requestRefusal(incoming as never, site.api.bytesMax)?.error ?? null
  }
  expect(refusal('PUT', '/api/operator/uploads/a1?offset=0', pieceBytesMax)).toBe(null)
  expect(refusal('PUT', '/api/operator/uploads/a1?offset=0', pieceBytesMax + 1)).toBe('payload_too_large')
  expect(refusal('POST', '/api/operator/uploads', 70_000)).toBe('payload_too_large')
  expect(refusal('PUT', '/api/keys', 70_000)).toBe('payload_too_large')
})

test('customers and support staff cannot read uploads and imports', async () => {
  const support = await testStaff(ctx, 'support@example.com', 'support')
  const ada = await testAccount(ctx)
  const list = (token: string, path: string) => site.send(path, { headers: { authorization: `Bearer ${token}` } })
  for (const path of ['/api/operator/uploads', '/api/operator/imports']) {
    expect(await list(support.token, path)).toMatchObject({ error: 'staff_role_required' })
    expect(await list(ada.token, path)).toMatchObject({ error: 'not_found' })
    expect((await list(data.token, path)).status).toBe(200)
  }
  expect(await list(data.token, '/api/operator/imports?after=1-x')).toMatchObject({ error: 'invalid_cursor' })
  expect(await list(data.token, '/api/operator/imports/12')).toMatchObject({ error: 'not_found' })
})
