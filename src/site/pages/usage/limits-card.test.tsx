import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import type { ApiKey } from '#src/contract/account/keys.ts'
import { allWords } from '#src/locales/all-words.ts'
import { LiveSockets } from '../dashboard/recent-use.tsx'
import { LimitsCard } from './limits-card.tsx'
import type { UsageMoment } from './use-usage.ts'

const limits = { symbolType: [], perMinute: 30, sockets: 1, subscriptions: 5 }
const now = 1_000
const nothing: UsageMoment = { now, report: null, minutes: null, errors: null, sockets: null }
const figures = { limit: 30, used: 7, remaining: 23, resetAt: now + 8_000 }
const report = { ...figures, step: 'minute' as const, series: [], calls: [] }

const shown = (moment: UsageMoment) => markup(<LimitsCard moment={moment} connected limits={limits} />)

function markup(card: ReactNode): string {
  const routes = [
    {
      path: '*',
      element: (
        <IntlProvider locale="en-US" messages={allWords['en-US'] as never} timeZone="UTC">
          {card}
        </IntlProvider>
      ),
    },
  ]
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter(routes)} />)
}

test('the limits card does not say “all free” for a minute whose usage could not be read', () => {
  expect(shown(nothing)).not.toContain('all free')
  expect(shown({ ...nothing, report: { ...report, used: 0 } })).toContain('all free')
  expect(shown({ ...nothing, report })).toContain('more requests in 8 s')
})

test('the dashboard and the usage page count an instrument on two sockets once', () => {
  const symbols = ['AAPL$US', 'TSLA$US']
  const socket = { keyId: '', browser: false, path: '/stock', address: '', userAgent: '', connectedAt: 0 }
  const sockets = ['1', '2'].map((id) => ({ ...socket, id, symbols, subscriptions: 2 }))
  const moment = { ...nothing, sockets }
  expect(shown(moment)).toContain('<b>2</b> of 5')
  const apiKey = { limitHttp: JSON.stringify(limits) } as ApiKey
  expect(markup(<LiveSockets apiKey={apiKey} moment={moment} />)).toContain('>2 <span class="text-muted">/ 5<')
})
