import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { allWords } from '#src/locales/all-words.ts'
import CustomersPage from './customers-page.tsx'

function htmlOf(asked: string): string {
  const page = { customers: [], next: null, asked }
  const loaded = { email: '', desk: null, waiting: { counts: {}, hasDraft: false, isKnown: true }, page, hurdle: null }
  const element = (
    <IntlProvider locale="en-US" messages={allWords['en-US'] as never} timeZone="UTC">
      <CustomersPage />
    </IntlProvider>
  )
  const routes = [{ id: 'customers', path: '*', element, loader: () => loaded }]
  const router = createMemoryRouter(routes, { hydrationData: { loaderData: { customers: loaded } } })
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

test('the customer list is labelled “newest first”, and search results are not', () => {
  expect(htmlOf('')).toContain('newest first')
  expect(htmlOf('ada')).not.toContain('newest first')
})
