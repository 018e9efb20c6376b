import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider, useFormatter } from 'use-intl'
import { expect, test, vi } from 'vitest'
import type { Locale } from '#src/contract/locale.ts'

test('two pages share formatters only if they have the same language and the same time zone', async () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  const { KeptFormatters } = await import('./kept-formatters.server.tsx')
  const page = (locale: Locale, timeZone: string) =>
    renderToStaticMarkup(
      <KeptFormatters>
        <IntlProvider locale={locale} timeZone={timeZone}>
          <Noon />
        </IntlProvider>
      </KeptFormatters>,
    )
  expect([page('en-US', 'UTC'), page('en-US', 'UTC')]).toEqual(['12:00', '12:00'])
  expect(made).toHaveBeenCalledTimes(1)
  expect([page('en-US', 'Asia/Tokyo'), page('zh-CN', 'UTC')]).toEqual(['21:00', '12:00'])
  expect(made).toHaveBeenCalledTimes(3)
})

function Noon() {
  const noon = new Date('2026-11-29T12:00:00Z')
  return useFormatter().dateTime(noon, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}
