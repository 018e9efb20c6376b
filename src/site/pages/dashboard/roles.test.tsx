import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import type { OpenSocket } from '#src/contract/account/usage.ts'
import type { TeamRole } from '#src/contract/team/team-role.ts'
import { dayMs } from '#src/contract/time.ts'
import { revokeKey } from '#src/keys/keys.ts'
import { allWords } from '#src/locales/all-words.ts'
import { accountPageOf } from '#test/fixtures/account-page.tsx'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { known } from '../../reads/read.ts'
import { SocketsCard } from '../usage/sockets-card.tsx'
import * as dashboardPage from './dashboard-page.tsx'

test('the dashboard offers acts on keys to developers, but not to the role billing', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  const who = await keyOnPlan(ctx, 'integrated-base')
  const offered = async (role: TeamRole) => {
    const acting = { email: 'owner@example.com', role }
    const html = await accountPageOf(ctx, who, dashboardPage, { path: '/dashboard', locale: 'en-US', acting })
    return ['Run', 'Continue for free', 'Issue a new key'].filter((words) => html.includes(`>${words}</button>`))
  }
  expect([await offered('developer'), await offered('billing')]).toEqual([['Run'], []])
  await ctx.clock.advance(400 * dayMs)
  expect([await offered('developer'), await offered('billing')]).toEqual([['Run', 'Continue for free'], []])
  await revokeKey(ctx, who.actor, who.keyId, 'en-US')
  expect([await offered('developer'), await offered('billing')]).toEqual([['Issue a new key'], []])
})

test('the usage page offers to disconnect a socket to developers, but not to the role billing', () => {
  const socket: OpenSocket = {
    ...{ id: '1', keyId: '', browser: false, path: '/stock', address: '', userAgent: '' },
    ...{ connectedAt: 0, subscriptions: 0, symbols: [] },
  }
  const shown = (role: TeamRole) => {
    const element = (
      <IntlProvider locale="en-US" messages={allWords['en-US'] as never} timeZone="UTC">
        <SocketsCard sockets={known([socket])} onClose={() => {}} />
      </IntlProvider>
    )
    const loaderData = { page: { acting: { email: null, role } } }
    const router = createMemoryRouter([{ id: 'page', path: '*', element }], { hydrationData: { loaderData } })
    return renderToStaticMarkup(<RouterProvider router={router} />)
  }
  expect(shown('developer')).toContain('>Disconnect</button>')
  expect(shown('billing')).not.toContain('>Disconnect</button>')
})
