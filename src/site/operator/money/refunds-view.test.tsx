import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { allWords } from '#src/locales/all-words.ts'
import { known } from '../../reads/read.ts'
import type { DataOf } from './loaded/money-data.server.ts'
import { RefundsView } from './refunds-view.tsx'

const refund = { network: 'TRC20', chainName: 'TRON', address: 'T', amount: '1.00', requestedAt: 0, email: null }

function statesOf(shown: { status: string; waitsFor: string }): string[] {
  const about = { ...refund, id: 'R1', status: shown.status, transaction: null, reason: null }
  const [open, decided] = shown.status === 'requested' ? [[about], []] : [[], [about]]
  const approvals = [{ verb: 'refund.approve', subject: 'R1', waitsFor: shown.waitsFor }]
  const page = { refunds: known({ open, decided }), approvals: known(approvals) } as unknown as DataOf<'refunds'>
  const element = (
    <IntlProvider locale="en-US" messages={allWords['en-US'] as never} timeZone="UTC">
      <RefundsView page={page} reader={{ email: 'own@example.com', may: () => false }} />
    </IntlProvider>
  )
  const html = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
  return [...html.matchAll(/class="pill"[^>]*>([^<]*)/g)].map(([, text = '']) => text)
}

test('a requested refund shows whether it waits for a second owner or for 24 hours, and a refused refund shows “declined”', () => {
  expect(statesOf({ status: 'requested', waitsFor: 'second_owner' })).toEqual(['waits for a second owner'])
  expect(statesOf({ status: 'requested', waitsFor: 'time' })).toEqual(['waits 24 hours'])
  expect(statesOf({ status: 'refused', waitsFor: 'second_owner' })).toEqual(['declined'])
})
