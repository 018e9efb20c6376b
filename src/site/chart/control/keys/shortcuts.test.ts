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
  ['a letter opens the search with this letter', press('a'), { act: 'search', text: 'a' }],
  ['a digit opens the search with this digit', press('7'), { act: 'search', text: '7' }],
  ['a Chinese character opens the search with it', press('腾'), { act: 'search', text: '腾' }],
  ['a comma opens the search for an interval', press(','), { act: 'search', text: ',' }],
  ['an arrow moves the crosshair', press('ArrowLeft'), { act: 'pointBefore' }],
  ['an arrow with Ctrl scrolls', press('ArrowLeft', { ctrlKey: true }), { act: 'older' }],
  [
    'a letter that an input method has taken opens the search',
    press('Process', { code: 'KeyT' }),
    { act: 'search', text: 't' },
  ],
  ['slash opens the search without text', press('/'), { act: 'search', text: '' }],
  ['Ctrl K opens the search without text', press('k', { ctrlKey: true }), { act: 'search', text: '' }],
  ['the browser handles Ctrl C', press('c', { ctrlKey: true }), null],
  ['Ctrl Z undoes', press('z', { ctrlKey: true }), { act: 'undo' }],
  ['⌘ Shift Z redoes', press('Z', { metaKey: true, shiftKey: true }), { act: 'redo' }],
  [
    'Alt 1 selects the first interval',
    press('¡', { altKey: true, code: 'Digit1' }),
    { act: 'interval', interval: '1m' },
  ],
  [
    'Alt 0 selects the last interval',
    press('º', { altKey: true, code: 'Digit0' }),
    { act: 'interval', interval: '1M' },
  ],
  ['Alt T selects the trend line', press('†', { altKey: true, code: 'KeyT' }), { act: 'tool', tool: 'segment' }],
  ['Escape cancels', press('Escape'), { act: 'cancel' }],
  ['the browser handles Tab', press('Tab'), null],
  ['a question mark opens the help', press('?', { shiftKey: true }), { act: 'help' }],
])('the chart maps a keystroke to an action: %s', (_, stroke, act) => {
  expect(shortcut(stroke)).toEqual(act)
})
