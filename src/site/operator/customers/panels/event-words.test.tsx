import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import type { CustomerEvent } from '#src/contract/operator/customers/customers.ts'
import { allWords } from '#src/locales/all-words.ts'
import { useEventWords } from './event-words.tsx'

function Title({ event }: { event: CustomerEvent }) {
  return useEventWords()(event).title
}

test('the timeline shows the date, minute and time zone at which the changed limits of a key end', () => {
  const until = Date.parse('2027-02-01T00:00Z')
  const event = { kind: 'staff', what: 'customer.limits', at: until, by: null, facts: { key: 'tw_1', until } }
  const title = renderToStaticMarkup(
    <IntlProvider locale="en-US" messages={allWords['en-US'] as never} timeZone="Asia/Hong_Kong">
      <Title event={event as unknown as CustomerEvent} />
    </IntlProvider>,
  )
  expect(title).toMatch(/tw_1.*Feb 1, 2027 08:00 \(GMT\+8\)/)
})
