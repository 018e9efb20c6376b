import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import type { ProofWay } from '#src/contract/account/refused.ts'
import { allWords } from '#src/locales/all-words.ts'
import account from '#src/locales/en-US/account.ts'
import { ProofDialog } from './proof-dialog.tsx'

const { by, code, passkey, mailCode } = account.factor
const { password, confirm } = account.prove

/** The labels of the dialog from top to bottom: fields, buttons that choose a way, and submit buttons. */
function controlsOf(ways: readonly ProofWay[]): string[] {
  const html = renderToStaticMarkup(
    <IntlProvider locale="en-US" messages={allWords['en-US'] as never} timeZone="UTC">
      <ProofDialog kind="prove" email="ada@example.com" ways={ways} attempt={async () => null} giveUp={() => {}} />
    </IntlProvider>,
  )
  const controls = html.matchAll(
    /<label[^>]*>([^<]+)<|<button[^>]*(?:type="submit"|class="(?:action-link|btn btn-accent)")[^>]*>([^<]+)</g,
  )
  return [...controls].map(([, label, button]) => label ?? button ?? '')
}

test.each<[ProofWay[], string[]]>([
  [['mailCode'], [mailCode]],
  [
    ['password', 'mailCode'],
    [password, by.mailCode, confirm],
  ],
  [
    ['passkey', 'mailCode'],
    [passkey, by.mailCode],
  ],
  [
    ['passkey', 'password', 'mailCode'],
    [passkey, by.password, by.mailCode],
  ],
  [['passkey'], [passkey]],
  [['code'], [code, confirm]],
  [
    ['passkey', 'code'],
    [passkey, by.code],
  ],
])('the proof dialog shows exactly the controls of the proof methods %j, in order', (ways, controls) => {
  expect(controlsOf(ways)).toEqual(controls)
})
