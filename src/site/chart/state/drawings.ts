/** Widths of a line, in CSS pixels. */
export const lineWidths = [1, 2, 3] as const

/** The style of a drawing. `color` is an index in the theme's line colours; absent: the accent colour. */
export type DrawingStyle = {
  color?: number | undefined
  width?: (typeof lineWidths)[number] | undefined
  locked?: boolean | undefined
  hidden?: boolean | undefined
}

export type Drawing = DrawingStyle & {
  id: string
  tool: string
  points: readonly { timestamp: number; value: number }[]
  text?: string
}

/** Number of line colours in a theme. */
export const lineColors = 12

export function isLineColor(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < lineColors
}

export type DrawingHistory = {
  now: readonly Drawing[]
  past: readonly (readonly Drawing[])[]
  future: readonly (readonly Drawing[])[]
}

export const undoMax = 100
export const drawingsMax = 200

export function startHistory(drawings: readonly Drawing[] = []): DrawingHistory {
  return { now: drawings.slice(0, drawingsMax), past: [], future: [] }
}

function step(history: DrawingHistory, now: readonly Drawing[]): DrawingHistory {
  return { now, past: [...history.past, history.now].slice(-undoMax), future: [] }
}

/** Whether the list has no room for a drawing. */
export function isFull(drawings: readonly Drawing[], { id }: Drawing): boolean {
  return drawings.length >= drawingsMax && !drawings.some((one) => one.id === id)
}

/** If there is no room, returns a new list without the drawing, so that the canvas drops the drawing, too. */
export function keepDrawing(history: DrawingHistory, drawing: Drawing): DrawingHistory {
  if (isFull(history.now, drawing)) return { ...history, now: [...history.now] }
  const at = history.now.findIndex((one) => one.id === drawing.id)
  return step(history, at >= 0 ? history.now.with(at, drawing) : [...history.now, drawing])
}

/** Moves an entry one index earlier (-1) or later (1). Returns the same list if that is not possible. */
export function moved<T extends { id: string }>(list: readonly T[], id: string, by: 1 | -1): readonly T[] {
  const at = list.findIndex((one) => one.id === id)
  const [one, other] = [list[at], list[at + by]]
  return one && other ? list.with(at, other).with(at + by, one) : list
}

export type DrawingPlace = 'front' | 'back' | 'up' | 'down'

/** Moves a drawing above or below all others, or one step up or down. Later drawings cover earlier drawings. */
export function orderDrawing(history: DrawingHistory, id: string, side: DrawingPlace): DrawingHistory {
  if (side === 'up' || side === 'down') {
    const now = moved(history.now, id, side === 'up' ? 1 : -1)
    return now === history.now ? history : step(history, now)
  }
  const drawing = history.now.find((one) => one.id === id)
  if (!drawing || history.now.at(side === 'front' ? -1 : 0) === drawing) return history
  const others = history.now.filter((one) => one !== drawing)
  return step(history, side === 'front' ? [...others, drawing] : [drawing, ...others])
}

export function showHidden(history: DrawingHistory): DrawingHistory {
  if (!history.now.some(({ hidden }) => hidden)) return history
  return step(
    history,
    history.now.map((drawing) => (drawing.hidden ? { ...drawing, hidden: undefined } : drawing)),
  )
}

/** Changes the style of a drawing; `color: undefined` selects the accent colour. */
export function restyleDrawing(history: DrawingHistory, id: string, style: DrawingStyle): DrawingHistory {
  const drawing = history.now.find((one) => one.id === id)
  return drawing ? keepDrawing(history, { ...drawing, ...style }) : history
}

export function dropDrawing(history: DrawingHistory, id: string): DrawingHistory {
  const left = history.now.filter((one) => one.id !== id)
  return left.length === history.now.length ? history : step(history, left)
}

export function dropAll(history: DrawingHistory): DrawingHistory {
  return history.now.length === 0 ? history : step(history, [])
}

/** Replaces all drawings with the drawings of a layout, as one step that can be undone. */
export function replaceDrawings(history: DrawingHistory, drawings: readonly Drawing[]): DrawingHistory {
  const now = drawings.slice(0, drawingsMax)
  return JSON.stringify(now) === JSON.stringify(history.now) ? history : step(history, now)
}

/** `own` and `added` together; null if there is no room for all. An added drawing replaces the one with its id. */
export function withDrawings(own: readonly Drawing[], added: readonly Drawing[]): Drawing[] | null {
  const all = [...own.filter(({ id }) => !added.some((drawing) => drawing.id === id)), ...added]
  return all.length > drawingsMax ? null : all
}

export function undo(history: DrawingHistory): DrawingHistory {
  const before = history.past.at(-1)
  return before ? { now: before, past: history.past.slice(0, -1), future: [history.now, ...history.future] } : history
}

export function redo(history: DrawingHistory): DrawingHistory {
  const [next, ...rest] = history.future
  return next ? { now: next, past: [...history.past, history.now], future: rest } : history
}

/** Reads the drawings of a stored layout and skips invalid drawings. */
export function readDrawings(kept: unknown, tools: readonly string[]): Drawing[] {
  if (!Array.isArray(kept)) return []
  const read = kept.flatMap((one: Partial<Drawing> | null) => {
    if (typeof one !== 'object' || one === null || typeof one.id !== 'string') return []
    if (typeof one.tool !== 'string' || !tools.includes(one.tool) || !Array.isArray(one.points)) return []
    const points = one.points.filter((point) => Number.isFinite(point?.timestamp) && Number.isFinite(point?.value))
    if (points.length === 0 || points.length !== one.points.length) return []
    const drawing: Drawing = { id: one.id, tool: one.tool, points }
    if (typeof one.text === 'string') drawing.text = one.text.slice(0, 200)
    return [{ ...drawing, ...readStyle(one) }]
  })
  return read.slice(0, drawingsMax)
}

function readStyle({ color, width, locked, hidden }: Partial<Drawing>): DrawingStyle {
  return {
    ...(isLineColor(color) && { color }),
    ...(width !== undefined && lineWidths.includes(width) && { width }),
    ...(locked === true && { locked }),
    ...(hidden === true && { hidden }),
  }
}
