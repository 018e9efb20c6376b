import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import type { AlertFiring } from '#src/contract/account/alerts.ts'
import { allWords } from '#src/locales/all-words.ts'
import { FiringList } from './firing-list.tsx'

test('the list of firings shows the measured value of an indicator of a cheap instrument', () => {
  const firing = {
    ...{ id: '1', alertId: '1', symbol: 'CCC:PEPEUSD', note: '', firedAt: 0, price: 0.0000124, value: 0.00001234 },
    condition: { kind: 'indicator', name: 'ema', params: {}, output: 'ema', direction: 'up', value: 0.0000123 },
  } as unknown as AlertFiring
  const html = renderToStaticMarkup(
    <IntlProvider locale="en-US" messages={allWords['en-US'] as never} timeZone="UTC">
      <FiringList firings={[firing]} />
    </IntlProvider>,
  )
  expect(html).toContain('data-label="Measured" class="num">0.00001234<')
})
