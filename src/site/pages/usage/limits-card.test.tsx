import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { allWords } from '#src/locales/all-words.ts'
import { LimitsCard } from './limits-card.tsx'
import type { UsageMoment } from './use-usage.ts'

const limits = { symbolType: [], perMinute: 30, sockets: 1, subscriptions: 5 }
const now = 1_000
const nothing: UsageMoment = { now, report: null, minutes: null, errors: null, sockets: null }
const figures = { limit: 30, used: 7, remaining: 23, resetAt: now + 8_000 }
const report = { ...figures, step: 'minute' as const, series: [], calls: [] }

function shown(moment: UsageMoment): string {
  return renderToStaticMarkup(
    <IntlProvider locale="en-US" messages={allWords['en-US'] as never} timeZone="UTC">
      <LimitsCard moment={moment} connected limits={limits} />
    </IntlProvider>,
  )
}

test('the limits card does not say “all free” for a minute whose usage could not be read', () => {
  expect(shown(nothing)).not.toContain('all free')
  expect(shown({ ...nothing, report: { ...report, used: 0 } })).toContain('all free')
  expect(shown({ ...nothing, report })).toContain('more requests in 8 s')
})
