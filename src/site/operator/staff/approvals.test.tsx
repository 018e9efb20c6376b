import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import type { WaitingApproval } from '#src/contract/operator/staff.ts'
import { allWords } from '#src/locales/all-words.ts'
import { Approvals, PastApprovals } from './approvals.tsx'

const grant = {
  id: 7,
  verb: 'subscription.grant',
  subject: 'account-1',
  about: 'ada@example.com',
  input: { planId: 'integrated-base', months: 12, reason: 'a partner', note: '' },
  amount: '620.00',
  askedBy: 'owner@example.com',
  askedAt: Date.UTC(2026, 10, 1),
}
const waiting: WaitingApproval = { ...grant, waitsFor: 'second_owner', endsAt: Date.UTC(2026, 10, 8), own: false }

function render(element: React.ReactNode): string {
  const page = (
    <IntlProvider locale="en-US" messages={allWords['en-US'] as never} timeZone="UTC">
      {element}
    </IntlProvider>
  )
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: ['/en-US/operator/staff'] })
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

test('the list of waiting acts shows the terms that a second owner confirms', () => {
  const page = render(<Approvals approvals={[waiting]} mayConfirm />)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/ +/g, ' ')
  expect(page).toContain('ada@example.com plan integrated-base · months 12')
})

test('only an owner sees the link that confirms a waiting act', () => {
  expect(render(<Approvals approvals={[waiting]} mayConfirm />)).toContain('Confirm…')
  const page = render(<Approvals approvals={[waiting]} mayConfirm={false} />)
  expect(page).not.toContain('Confirm…')
  expect(page).toContain('Decline…')
})

test('the history of acts says why an act was not possible', () => {
  const fault = 'This order is closed.'
  const past = { ...grant, closedAt: Date.UTC(2026, 10, 2), closedBy: null, outcome: 'failed' as const, fault }
  expect(render(<PastApprovals approvals={[past]} />)).toContain(fault)
})
