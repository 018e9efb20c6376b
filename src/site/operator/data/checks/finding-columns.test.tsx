import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import type { Finding } from '#src/contract/operator/data/findings.ts'
import { allWords } from '#src/locales/all-words.ts'
import { useFindingColumns } from './finding-columns.tsx'

const detail = { open: 184.44, high: 185.16, low: 10.59, close: 184.02, before: 185.02, after: 184.48 }
const jump = { kind: 'jump', detail, note: null } as unknown as Finding

function Figures() {
  return useFindingColumns()
    .find(({ name }) => name === 'figures')
    ?.cell(jump)
}

test('a price-jump finding shows the low as well as the close, since the low alone may have jumped', () => {
  const html = renderToStaticMarkup(
    <IntlProvider locale="en-US" messages={allWords['en-US'] as never} timeZone="UTC">
      <Figures />
    </IntlProvider>,
  )
  expect(html).toContain('low 10.59, close 184.02; closes before and after: 185.02, 184.48')
})
