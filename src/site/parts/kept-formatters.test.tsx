import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider, useFormatter } from 'use-intl'
import { expect, test, vi } from 'vitest'
import type { Locale } from '#src/contract/locale.ts'
import { KeptFormatters } from './kept-formatters.server.tsx'

test('two pages share a formatter only if they have the same language and the same time zone', () => {
  const format = vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get')
  const page = (locale: Locale, timeZone: string) =>
    renderToStaticMarkup(
      <KeptFormatters>
        <IntlProvider locale={locale} timeZone={timeZone}>
          <Noon />
        </IntlProvider>
      </KeptFormatters>,
    )
  const shown = [page('en-US', 'UTC'), page('en-US', 'UTC'), page('en-US', 'Asia/Tokyo'), page('zh-CN', 'UTC')]
  expect(shown).toEqual(['12:00', '12:00', '21:00', '12:00'])
  const [first, second, ...others] = format.mock.contexts
  expect(second).toBe(first)
  expect(new Set([first, ...others]).size).toBe(3)
})

function Noon() {
  const noon = new Date('2026-11-29T12:00:00Z')
  return useFormatter().dateTime(noon, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}
