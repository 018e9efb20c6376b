import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { allWords } from '#src/locales/all-words.ts'
import { Missed } from './missed.tsx'

test('one sentence reports the prices of several classes that alerts missed in the same minute', () => {
  const at = Date.parse('2026-11-30T15:44:43Z')
  const missed = (['fund', 'future', 'stock'] as const).map((name, index) => ({ class: name, at: at + index }))
  const html = renderToStaticMarkup(
    <IntlProvider locale="en-US" messages={allWords['en-US'] as never} timeZone="UTC">
      <Missed missed={missed} />
    </IntlProvider>,
  )
  expect(html.match(/<li>/g)).toHaveLength(1)
  expect(html).toContain('Prices of funds, futures, and stocks were missed around ')
})
