import { expect, test } from 'vitest'
import { type Keystroke, type ShortcutAct, shortcut } from './shortcuts.ts'

const press = (key: string, held: Partial<Keystroke> = {}): Keystroke => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

test.each<[string, Keystroke, ShortcutAct | null]>([
  ['a letter opens the search with it', press('a'), { act: 'search', text: 'a' }],
  ['a digit too', press('7'), { act: 'search', text: '7' }],
  ['a Chinese character too', press('腾'), { act: 'search', text: '腾' }],
  ['a comma too, for an interval', press(','), { act: 'search', text: ',' }],
  ['an arrow moves the crosshair', press('ArrowLeft'), { act: 'pointBefore' }],
  ['with Ctrl it scrolls', press('ArrowLeft', { ctrlKey: true }), { act: 'older' }],
  [
    'so does the key of a letter that an input method has taken',
    press('Process', { code: 'KeyT' }),
    { act: 'search', text: 't' },
  ],
  ['slash opens it empty', press('/'), { act: 'search', text: '' }],
  ['Ctrl K opens it', press('k', { ctrlKey: true }), { act: 'search', text: '' }],
  ['Ctrl C stays the browser’s', press('c', { ctrlKey: true }), null],
  ['Ctrl Z undoes', press('z', { ctrlKey: true }), { act: 'undo' }],
  ['⌘ Shift Z redoes', press('Z', { metaKey: true, shiftKey: true }), { act: 'redo' }],
  ['Alt 1 is the first interval', press('¡', { altKey: true, code: 'Digit1' }), { act: 'interval', interval: '1m' }],
  ['Alt 0 is the last', press('º', { altKey: true, code: 'Digit0' }), { act: 'interval', interval: '1M' }],
  ['Alt T takes the trend line', press('†', { altKey: true, code: 'KeyT' }), { act: 'tool', tool: 'segment' }],
  ['Escape puts away', press('Escape'), { act: 'cancel' }],
  ['Tab stays the browser’s', press('Tab'), null],
  ['a question mark opens the help', press('?', { shiftKey: true }), { act: 'help' }],
])('the chart maps a keystroke to an action: %s', (_, stroke, act) => {
  expect(shortcut(stroke)).toEqual(act)
})
