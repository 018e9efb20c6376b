import { type BarInterval, intervals } from '#src/contract/market.ts'
import type { DrawingTool } from '../../state/drawing-tools.ts'

/** Actions without parameters. */
export type PlainAct =
  | 'undo'
  | 'redo'
  | 'older'
  | 'newer'
  | 'pointBefore'
  | 'pointAfter'
  | 'zoomIn'
  | 'zoomOut'
  | 'newest'
  | 'log'
  | 'percent'
  | 'indicators'
  | 'remove'
  | 'picture'
  | 'full'
  | 'cancel'
  | 'help'

export type ShortcutAct =
  | { act: 'search'; text: string }
  | { act: 'interval'; interval: BarInterval }
  | { act: 'tool'; tool: DrawingTool }
  | { act: PlainAct }

export type Keystroke = {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

const plain: Record<string, ShortcutAct> = {
  '/': { act: 'search', text: '' },
  ',': { act: 'search', text: ',' },
  '?': { act: 'help' },
  '+': { act: 'zoomIn' },
  '=': { act: 'zoomIn' },
  '-': { act: 'zoomOut' },
  ArrowLeft: { act: 'pointBefore' },
  ArrowRight: { act: 'pointAfter' },
  ArrowUp: { act: 'zoomIn' },
  ArrowDown: { act: 'zoomOut' },
  End: { act: 'newest' },
  Delete: { act: 'remove' },
  Backspace: { act: 'remove' },
  Escape: { act: 'cancel' },
}

/** Actions with Alt, by physical key, since Alt produces other letters on a Mac. */
const withAlt: Record<string, ShortcutAct> = {
  KeyT: { act: 'tool', tool: 'segment' },
  KeyH: { act: 'tool', tool: 'horizontalStraightLine' },
  KeyV: { act: 'tool', tool: 'verticalStraightLine' },
  KeyF: { act: 'tool', tool: 'fibonacciLine' },
  KeyL: { act: 'log' },
  KeyP: { act: 'percent' },
  KeyS: { act: 'picture' },
  KeyI: { act: 'indicators' },
  Enter: { act: 'full' },
}

const withCtrl: Record<string, ShortcutAct> = {
  arrowleft: { act: 'older' },
  arrowright: { act: 'newer' },
  z: { act: 'undo' },
  y: { act: 'redo' },
  k: { act: 'search', text: '' },
}

/**
 * A keystroke's action; null for none. Letters and digits open the search; Alt and a digit choose the interval. While
 * an input method is on, the event names no letter, so the physical key counts.
 */
export function shortcut(stroke: Keystroke): ShortcutAct | null {
  const { key, code, altKey, shiftKey } = stroke
  if (stroke.ctrlKey || stroke.metaKey) {
    if (shiftKey && key.toLowerCase() === 'z') return { act: 'redo' }
    return altKey ? null : (withCtrl[key.toLowerCase()] ?? null)
  }
  if (altKey) {
    const digit = /^Digit(\d)$/.exec(code)?.[1]
    const interval = digit === undefined ? undefined : intervals[(Number(digit) + 9) % 10]
    return interval ? { act: 'interval', interval } : (withAlt[code] ?? null)
  }
  const found = plain[key]
  if (found) return found
  const letter = key === 'Process' ? (/^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase() ?? '') : key
  return /^[\p{L}\p{N}]$/u.test(letter) ? { act: 'search', text: letter } : null
}

export const helpRows = [
  { keys: ['/', 'Ctrl K'], words: 'search' },
  { keys: ['15 Enter', '4h Enter', 'D Enter'], words: 'typedInterval' },
  { keys: ['Alt 1 … 0'], words: 'interval' },
  { keys: ['Alt I'], words: 'indicators' },
  { keys: ['←', '→'], words: 'point' },
  { keys: ['Ctrl ←', 'Ctrl →'], words: 'older' },
  { keys: ['↑', '+'], words: 'zoomIn' },
  { keys: ['↓', '−'], words: 'zoomOut' },
  { keys: ['End'], words: 'newest' },
  { keys: ['Alt L'], words: 'log' },
  { keys: ['Alt P'], words: 'percent' },
  { keys: ['Alt T'], words: 'trend' },
  { keys: ['Alt H'], words: 'horizontal' },
  { keys: ['Alt V'], words: 'vertical' },
  { keys: ['Alt F'], words: 'fibonacci' },
  { keys: ['Shift'], words: 'measure' },
  { keys: ['Ctrl Z'], words: 'undo' },
  { keys: ['Ctrl Y', 'Ctrl Shift Z'], words: 'redo' },
  { keys: ['Del'], words: 'remove' },
  { keys: ['Alt S'], words: 'picture' },
  { keys: ['Alt Enter'], words: 'full' },
  { keys: ['Esc'], words: 'cancel' },
  { keys: ['?'], words: 'help' },
] as const
