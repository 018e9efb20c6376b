import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, onTestFinished, test, vi } from 'vitest'
import { allWords } from '#src/locales/all-words.ts'
import { StatusBadge } from './market-status.tsx'

test.each([
  [1, 'Closed, opens in 1m'],
  [59 * 60, 'Closed, opens in 59m'],
  [59 * 60 + 30, 'Closed, opens in 1h 0m'],
  [3_600 + 59 * 60 + 30, 'Closed, opens in 2h 0m'],
  [7_200 + 61, 'Closed, opens in 2h 2m'],
  [86_400, 'Closed'],
])('%i s before the opening the status of a market is “%s”', (seconds, text) => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  onTestFinished(() => void vi.useRealTimers())
  const html = renderToStaticMarkup(
    <IntlProvider locale="en-US" messages={allWords['en-US'] as never} timeZone="UTC">
      <StatusBadge state={{ status: 'closed', next: { at: seconds * 1_000, to: 'open' } }} />
    </IntlProvider>,
  )
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe(text)
})
