import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { allWords } from '#src/locales/all-words.ts'
import { boardOf } from '../../state/board.ts'
import { initialState } from '../../state/chart-state.ts'
import { LayoutsMenu } from './layouts-menu.tsx'

test.each([
  ['loading', false, false],
  ['failed', false, true],
  ['known', true, false],
] as const)(
  'the layouts menu says “No layout saved yet” only if the layouts could be read: %s',
  (read, saysNone, saysBusy) => {
    const layouts = { kept: [], read, account: true, keep: async () => true, remove: async () => true }
    const drawings = { history: { now: [] }, bring: () => {} } as never
    const html = renderToStaticMarkup(
      <IntlProvider locale="en-US" messages={allWords['en-US'] as never} timeZone="UTC">
        <LayoutsMenu board={boardOf(initialState)} dispatch={() => {}} layouts={layouts} drawings={drawings} />
      </IntlProvider>,
    )
    expect([html.includes('No layout saved yet'), html.includes('Server is busy')]).toEqual([saysNone, saysBusy])
  },
)
