import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { demoKey } from '#src/contract/site.ts'
import { allWords } from '#src/locales/all-words.ts'
import { chooseReaderKey } from '../reference/reader-key.ts'
import { OwnKeys } from './own-keys.tsx'

const shown = () =>
  renderToStaticMarkup(
    <IntlProvider locale="en-US" messages={allWords['en-US'] as never} timeZone="UTC">
      <OwnKeys signInPath="/login" />
    </IntlProvider>,
  )

test('a key that the reader chooses on one documentation page is selected on the next page', () => {
  expect(shown()).toContain('<option value="demo" selected="">')
  chooseReaderKey('temporary', 'tw_temporary')
  expect(shown()).toContain('<option value="temporary" selected="">')
  chooseReaderKey('demo', demoKey)
})
