import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import type { ConsoleThread } from '#src/contract/operator/tickets.ts'
import { allWords } from '#src/locales/all-words.ts'
import { AssignPanel } from './assign-panel.tsx'

test('a ticket shows its assignee even if that person may no longer answer tickets', () => {
  const colleague = { accountId: 'b', email: 'colleague@example.com' }
  const ticket = { assignee: { accountId: 'a', email: 'former@example.com' }, colleagues: [colleague], version: 1 }
  const element = (
    <IntlProvider locale="en-US" messages={allWords['en-US'] as never} timeZone="UTC">
      <AssignPanel ticket={ticket as unknown as ConsoleThread} email="own@example.com" />
    </IntlProvider>
  )
  const router = createMemoryRouter([{ path: '*', element }])
  expect(renderToStaticMarkup(<RouterProvider router={router} />)).toContain(
    '<option value="a" selected="">former@example.com</option>',
  )
})
