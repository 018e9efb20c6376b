import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { allWords } from '#src/locales/all-words.ts'
import { SeriesCard } from './series-card.tsx'

test('a month of usage is shown by UTC days, even to a reader in a time zone west of UTC', () => {
  const zone = 'America/New_York'
  const point = { t: Date.parse('2026-11-20'), requests: 7, errors: 0, refused: 0 }
  const element = (
    <IntlProvider locale="en-US" messages={allWords['en-US'] as never} timeZone={zone}>
      <SeriesCard points={[point]} keyId="k" period="month" now={Date.parse('2026-11-20T12:00Z')} zone={zone} />
    </IntlProvider>
  )
  const router = createMemoryRouter([{ path: '*', element }])
  const html = renderToStaticMarkup(<RouterProvider router={router} />)
  expect(html).toContain('title="Nov 20: 7"')
  expect(html).toContain('>Nov 20, 2026<')
  expect(html).toContain('Time (UTC)')
})
