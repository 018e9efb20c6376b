import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { perLocale } from '#src/contract/locale.ts'
import type { ListedAnnouncement } from '#src/contract/operator/content/content.ts'
import { allWords } from '#src/locales/all-words.ts'
import { AnnouncementFields } from './announce-act.tsx'
import { Texts } from './texts.tsx'

function htmlOf(children: ReactNode): string {
  const element = (
    <IntlProvider locale="en-US" messages={allWords['en-US'] as never} timeZone="UTC">
      {children}
    </IntlProvider>
  )
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
}

test('the name field of a new article accepts the name “our-news” and refuses the name “Our news”', () => {
  const texts = { folder: null, isReadable: true, documents: [], docs: [], pages: [], faulty: [], untranslated: [] }
  const [, pattern = ''] = / pattern="([^"]*)"/.exec(htmlOf(<Texts texts={texts} mayEdit />)) ?? []
  const accepted = new RegExp(`^(?:${pattern})$`, 'v')
  expect(['our-news', 'Our news'].map((name) => accepted.test(name))).toEqual([true, false])
})

test('the form of an announcement still selects its plan after the plan is no longer sold', () => {
  const announcement: ListedAnnouncement = {
    ...{ id: 1, texts: perLocale(() => 'Ends soon'), level: 'info', audience: 'plan', planIds: ['stock-us-base'] },
    ...{ isPublic: false, startsAt: 0, endsAt: null, endedAt: null, state: 'shown' },
  }
  const plans = [{ id: 'integrated-base', name: 'Base' }]
  const html = htmlOf(<AnnouncementFields plans={plans} announcement={announcement} />)
  expect(html).toContain('<option value="plan:stock-us-base" selected="">')
})
