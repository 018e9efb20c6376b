import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Route } from '#src/contract/route.ts'
import { mayUse, staffPermissions } from '#src/contract/staff/permissions.ts'
import { consolePages } from '#src/site/operator/shell/console-pages.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { testStaff } from '#test/fixtures/staff.ts'

const routes = await operatorRoutes()

let ctx: TestPlatform
let site: SiteApi
beforeAll(async () => {
  ctx = await testPlatform()
  site = siteApi(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

/** Every route of the console, read from the contract's files so that new routes are tested automatically. */
async function operatorRoutes(): Promise<Route[]> {
  const files = readdirSync('src/contract/operator', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  )
  const modules = await Promise.all(files.map((file) => import(`#src/contract/operator/${file}`)))
  const isRoute = (value: unknown): value is Route =>
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'auth' in value
  return modules.flatMap((module) => Object.values(module).filter(isRoute))
}

const isStaffRoute = (route: Route): route is Extract<Route, { auth: 'staff' }> => route.auth === 'staff'

const request = ({ method, path }: Route, headers: Record<string, string>) =>
  site.send(path.replaceAll(/\{\w+\}/g, '1'), {
    method,
    headers,
    ...(method === 'GET' ? {} : { body: { no: 'field' } }),
  })

test('every console route is served below /api/operator/ and requires a staff member', () => {
  const named = ({ method, path }: Route) => `${method} ${path}`
  expect(routes.filter(({ auth, path }) => auth !== 'staff' || !path.startsWith('/api/operator/'))).toEqual([])
  const served = site.api.routes.filter(({ path }) => path.startsWith('/api/operator/'))
  expect(served.map(named).sort()).toEqual(routes.map(named).sort())
})

test('a customer gets 404 from every console route, and a visitor without a session gets 401', async () => {
  const { token } = await testAccount(ctx)
  for (const route of routes) {
    expect(await request(route, { authorization: `Bearer ${token}` }), route.path).toMatchObject({
      status: 404,
      error: 'not_found',
    })
    expect(await request(route, {}), route.path).toMatchObject({ status: 401, error: 'not_signed_in' })
  }
})

test('a role without the permission for a console call gets the same refusal for every object and every input', async () => {
  const customer = await testAccount(ctx, 'customer@example.com')
  for (const role of ['billing', 'support', 'data'] as const) {
    const { token } = await testStaff(ctx, `${role}-walks@example.com`, role)
    const headers = { authorization: `Bearer ${token}` }
    for (const route of routes.filter(isStaffRoute).filter(({ verb }) => !mayUse(verb, [role])))
      for (const [id, body] of [
        ['made-up', '{'],
        [customer.actor.accountId, { no: 'field' }],
      ] as const) {
        const path = route.path.replaceAll(/\{\w+\}/g, id)
        const sent = { method: route.method, headers, ...(route.method === 'GET' ? {} : { body }) }
        expect(await site.send(path, sent), `${role} ${route.method} ${path}`).toMatchObject({
          status: 403,
          error: 'staff_role_required',
        })
      }
  }
})

test('a staff member can read their roles and permissions, and must sign in again after twelve hours', async () => {
  const { token } = await testStaff(ctx, 'support@example.com', 'support')
  const me = () => site.send('/api/operator/me', { headers: { authorization: `Bearer ${token}` } })
  const { data } = await me()
  expect(data.roles).toEqual(['support'])
  expect(data.verbs).toContain('customer.search')
  expect(data.verbs).not.toContain('audit.list')
  await ctx.clock.advance(12 * 3_600_000 - 1)
  expect(await me()).toMatchObject({ status: 200 })
  await ctx.clock.advance(1)
  expect(await me()).toMatchObject({ status: 401, error: 'not_signed_in' })
})

test('every permission that a console page requires exists', () => {
  for (const { verbs } of consolePages) for (const verb of verbs) expect(Object.keys(staffPermissions)).toContain(verb)
})
