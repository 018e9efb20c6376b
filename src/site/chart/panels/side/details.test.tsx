import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, onTestFinished, test, vi } from 'vitest'
import { allWords } from '#src/locales/all-words.ts'
import { instrument } from '#test/fixtures/held-source.ts'
import { Details } from './details.tsx'

test.each([
  ['2026-11-23T14:30:00Z', '09:30:00'],
  ['2026-11-23T04:59:59Z', 'Nov 22, 2026'],
  ['2021-11-23T14:30:00Z', 'Nov 23, 2021'],
])('on 23 November in New York the side panel shows the time of a quote of %s as “%s”', (time, shown) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T15:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const figures = { o: 1, h: 1, l: 1, ld: 1, p: 1, v: 1, tu: 1, ts: 0, ch: 0, chp: 0 }
  const quote = { state: 'known', value: { s: 'AAPL', r: 'US', t: Date.parse(time), ...figures } } as const
  const market = { quote, book: { state: 'loading' }, trades: { state: 'loading' }, again: () => {} } as const
  const html = renderToStaticMarkup(
    <IntlProvider locale="en-US" messages={allWords['en-US'] as never} timeZone="UTC">
      <Details instrument={instrument} market={market} state={null} zone="America/New_York" />
    </IntlProvider>,
  )
  expect(/<time[^>]*>([^<]*)</.exec(html)?.[1]).toBe(shown)
})
