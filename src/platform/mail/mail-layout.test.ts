import { expect, test } from 'vitest'
import { testSettings } from '#test/fixtures/settings.ts'
import { layoutMail } from './mail-layout.ts'

const ctx = { settings: testSettings({ PUBLIC_URL: 'https://data.example' }), kept: new Map() }

test('every coloured part of a mail has a second colour for dark mail programs', () => {
  const { html = '' } = layoutMail(ctx, {
    ...{ to: 'ada@example.com', kind: 'test', locale: 'en-US' },
    ...{ subject: 'A subject', heading: 'A heading', footer: 'Why you get this' },
    blocks: [
      { kind: 'text', text: 'Text' },
      { kind: 'code', code: '123456' },
      { kind: 'facts', facts: [['Plan', 'Base']] },
      { kind: 'note', text: 'A note' },
    ],
  })
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  const [, rules = ''] = /@media \(prefers-color-scheme:dark\)\{(.*?)\}\}/.exec(html) ?? []
  const [, body = ''] = html.split('<body')
  const named = [...body.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '))
  expect(named.length).toBeGreaterThan(10)
  for (const name of named) expect(rules).toContain(`.${name}{`)
  for (const [tag] of body.matchAll(
    /<[^>]*style="[^"]*(?:color:#4D535C|background:#F(?!FB31A)|1px solid #DDDCD3)[^"]*"[^>]*>/g,
  ))
    expect(tag).toMatch(/ class="/)
})
