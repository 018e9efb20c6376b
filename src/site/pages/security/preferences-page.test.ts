import { expect, test } from 'vitest'
import { testAccount } from '#test/fixtures/account.ts'
import { accountPageOf } from '#test/fixtures/account-page.tsx'
import { testPlatform } from '#test/fixtures/platform.ts'
import { siteApi } from '#test/fixtures/site-api.ts'
import * as preferencesPage from './preferences-page.tsx'

test('the preferences show a stored time zone even if the runtime does not list its name', async () => {
  expect(Intl.supportedValuesOf('timeZone')).not.toContain('Asia/Kolkata')
  await using ctx = await testPlatform()
  const ada = await testAccount(ctx, 'ada@example.com')
  const shown = () => accountPageOf(ctx, ada, preferencesPage, { path: '/dashboard/preferences', locale: 'en-US' })
  await shown()
  const cookie = `authorization=${ada.token}`
  const body = { timeZone: 'Asia/Kolkata' }
  expect((await siteApi(ctx).send('/api/preferences', { method: 'PUT', body, cookie })).status).toBe(200)
  expect(await shown()).toContain('<option selected="">Asia/Kolkata</option>')
})
