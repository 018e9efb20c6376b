import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { allWords } from '#src/locales/all-words.ts'
import { Filters } from './filters.tsx'

test('removing the filters of a console page keeps its tab', () => {
  const element = (
    <IntlProvider locale="en-US" messages={allWords['en-US'] as never} timeZone="UTC">
      <Filters label="Days" keep={{ view: 'accounting' }} isSet>
        {null}
      </Filters>
    </IntlProvider>
  )
  const router = createMemoryRouter([{ path: '*', element }], {
    initialEntries: ['/en-US/operator/money?view=accounting&from=2026-11-01'],
  })
  expect(renderToStaticMarkup(<RouterProvider router={router} />)).toContain(
    'href="/en-US/operator/money?view=accounting"',
  )
})
