import { createElement } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import { useOptimistic } from './react.ts'

test('spelling is not checked and texts are not translated where a page says so', () => {
  const field = createElement('input', { spellCheck: false, value: 'tw_1' })
  const address = createElement('span', { translate: 'no' }, '0x1')
  expect(renderToString(field)).toBe('<input spellCheck="false" value="tw_1"/>')
  expect(renderToString(address)).toBe('<span translate="no">0x1</span>')
})

test('the state that the router shows is the state', () => {
  const state = { location: '/' }
  const [shown, set] = useOptimistic(state)
  set()
  expect(shown).toBe(state)
})
