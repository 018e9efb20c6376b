import { expect, test } from 'vitest'
import {
  type Drawing,
  drawingsMax,
  dropAll,
  dropDrawing,
  isFull,
  keepDrawing,
  orderDrawing,
  readDrawings,
  redo,
  replaceDrawings,
  restyleDrawing,
  showHidden,
  startHistory,
  undo,
  undoMax,
  withDrawings,
} from './drawings.ts'

const line = (id: string, value = 1): Drawing => ({ id, tool: 'segment', points: [{ timestamp: 1, value }] })

test('adding, moving and removing a drawing can be undone and redone', () => {
  const added = keepDrawing(startHistory(), line('a'))
  const moved = keepDrawing(added, line('a', 2))
  const removed = dropDrawing(moved, 'a')
  expect(removed.now).toEqual([])
  expect(undo(removed).now).toEqual([line('a', 2)])
  expect(undo(undo(removed)).now).toEqual([line('a', 1)])
  expect(undo(undo(undo(removed))).now).toEqual([])
  expect(redo(undo(removed)).now).toEqual([])
  expect(redo(redo(undo(undo(removed)))).now).toEqual([])
})

test('loading the drawings of a layout can be undone in one step, and loading the same drawings again adds no undo step', () => {
  const before = keepDrawing(startHistory([line('a')]), line('b'))
  const replaced = replaceDrawings(before, [line('c')])
  expect(replaced.now).toEqual([line('c')])
  expect(undo(replaced).now).toEqual([line('a'), line('b')])
  expect(redo(undo(replaced)).now).toEqual([line('c')])
  expect(replaceDrawings(replaced, [line('c')])).toBe(replaced)
})

test('a new drawing after undo clears the redo steps', () => {
  const history = keepDrawing(undo(keepDrawing(startHistory(), line('a'))), line('b'))
  expect(redo(history)).toBe(history)
  expect(history.now).toEqual([line('b')])
})

test('undo, redo and remove change nothing when there is nothing to undo, redo or remove', () => {
  const history = startHistory([line('a')])
  expect(undo(history)).toBe(history)
  expect(redo(history)).toBe(history)
  expect(dropDrawing(history, 'other')).toBe(history)
  expect(dropAll(startHistory())).toEqual(startHistory())
})

test('a full list of drawings takes no further drawing, but a drawing in the list can still change', () => {
  const full = startHistory(Array.from({ length: drawingsMax }, (_, at) => line(`${at}`)))
  const refused = keepDrawing(full, line('more'))
  expect([isFull(full.now, line('more')), refused.now === full.now]).toEqual([true, false])
  expect([refused.now, refused.past]).toEqual([full.now, []])
  expect(isFull(full.now, line('7', 2))).toBe(false)
  expect(keepDrawing(full, line('7', 2)).now[7]).toEqual(line('7', 2))
})

test('the drawings of a shared chart are added to the drawings of the reader only if there is room for all', () => {
  const full = Array.from({ length: drawingsMax }, (_, at) => line(`${at}`))
  expect(readDrawings([...full, line('more')], ['segment'])).toEqual(full)
  expect(withDrawings(full, [line('more')])).toBeNull()
  expect(withDrawings([line('a'), line('b')], [line('a', 2)])).toEqual([line('b'), line('a', 2)])
})

test('the number of undo steps for drawings is limited', () => {
  let history = startHistory()
  for (let value = 0; value < undoMax + 50; value++) history = keepDrawing(history, line('a', value))
  expect(history.past).toHaveLength(undoMax)
})

test('invalid drawings are dropped when stored drawings are read', () => {
  const kept = [line('a'), { id: 'b', tool: 'magic', points: [] }, null, { ...line('c'), points: [{ timestamp: 'x' }] }]
  expect(readDrawings(kept, ['segment'])).toEqual([line('a')])
  expect(readDrawings('none', ['segment'])).toEqual([])
})

test('a style change of a drawing can be undone and is stored in a layout', () => {
  const drawn = keepDrawing(startHistory(), line('a'))
  const styled = restyleDrawing(drawn, 'a', { color: 2, width: 3, locked: true })
  expect(styled.now).toEqual([{ ...line('a'), color: 2, width: 3, locked: true }])
  expect(undo(styled).now).toEqual([line('a')])
  expect(readDrawings(JSON.parse(JSON.stringify(styled.now)), ['segment'])).toEqual(styled.now)
  expect(readDrawings([{ ...line('a'), color: 'red', width: 9, locked: 1 }], ['segment'])).toEqual([line('a')])
  expect(restyleDrawing(drawn, 'unknown', { color: 1 })).toBe(drawn)
})

test('a drawing can be moved to the front or the back, and a change of a drawing keeps the order', () => {
  const three = startHistory([line('a'), line('b'), line('c')])
  const names = ({ now }: typeof three) => now.map(({ id }) => id)
  expect(names(orderDrawing(three, 'a', 'front'))).toEqual(['b', 'c', 'a'])
  expect(names(orderDrawing(three, 'c', 'back'))).toEqual(['c', 'a', 'b'])
  expect(orderDrawing(three, 'c', 'front')).toBe(three)
  expect(orderDrawing(three, 'unknown', 'back')).toBe(three)
  expect(names(keepDrawing(three, line('a', 7)))).toEqual(['a', 'b', 'c'])
  expect(names(undo(orderDrawing(three, 'a', 'front')))).toEqual(['a', 'b', 'c'])
})

test('a hidden drawing is stored and can be shown again', () => {
  const hidden = restyleDrawing(startHistory([line('a'), line('b')]), 'a', { hidden: true })
  expect(readDrawings(JSON.parse(JSON.stringify(hidden.now)), ['segment'])).toEqual(hidden.now)
  const shown = showHidden(hidden)
  expect(shown.now.some((one) => one.hidden)).toBe(false)
  expect(showHidden(shown)).toBe(shown)
})
