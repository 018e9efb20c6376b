import type { Chart, Overlay, OverlayCreate, OverlayEvent } from 'klinecharts'
import { type DrawingTool, needsText } from '../state/drawing-tools.ts'
import type { Drawing } from '../state/drawings.ts'
import { type ChartTheme, drawingStyles } from './layers/theme.ts'

export type BoardEvents = {
  kept(drawing: Drawing): void
  dropped(id: string): void
  selected(id: string | null): void
  idle(): void
}

export type Magnet = 'normal' | 'weak_magnet' | 'strong_magnet'

const group = 'tw-drawings'
const measureId = 'tw-measure'

/** Shows the drawings of the history as overlays on the canvas; the reader's changes are reported as events. */
export class DrawingBoard {
  readonly #chart: Chart
  readonly #events: BoardEvents
  #shown = new Map<string, Drawing>()
  #inHand: string | null = null
  #dropping = false
  #theme: ChartTheme | null = null
  #pressed: string | null = null

  constructor(chart: Chart, events: BoardEvents) {
    this.#chart = chart
    this.#events = events
  }

  show(drawings: readonly Drawing[]): void {
    const wanted = new Map(drawings.map((drawing) => [drawing.id, drawing]))
    this.#quietly(() => {
      for (const id of this.#shown.keys()) if (!wanted.has(id)) this.#chart.removeOverlay({ id })
    })
    const order = [...this.#shown.keys()]
    for (const [zLevel, drawing] of drawings.entries()) {
      const before = this.#shown.get(drawing.id)
      const { id, text: extendData } = drawing
      if (!before) this.#chart.createOverlay({ ...this.#create(drawing), zLevel })
      else if (before !== drawing || order[zLevel] !== id)
        this.#chart.overrideOverlay({
          id,
          zLevel,
          extendData,
          points: [...drawing.points],
          ...this.#appearance(drawing),
        })
    }
    this.#shown = wanted
  }

  paint(theme: ChartTheme): void {
    if (this.#theme === theme) return
    this.#theme = theme
    for (const drawing of this.#shown.values())
      this.#chart.overrideOverlay({ id: drawing.id, ...this.#appearance(drawing) })
  }

  /** Returns and clears the drawing on which the right button was pressed last. */
  popPressed(): string | null {
    const id = this.#pressed
    this.#pressed = null
    return id
  }

  startDrawing(tool: DrawingTool, magnet: Magnet, text: string): void {
    this.putAway()
    const id = `draw-${crypto.randomUUID()}`
    this.#inHand = id
    this.#chart.createOverlay({
      ...this.#handlers(),
      id,
      groupId: group,
      name: tool,
      mode: magnet,
      ...(needsText(tool) && { extendData: text }),
      onDrawEnd: ({ overlay }) => this.#finished(overlay),
    })
  }

  /** Measures the distance between the next two clicks. A measure is no drawing; `endMeasure` removes it. */
  measure(): void {
    this.putAway()
    this.#inHand = measureId
    this.#chart.createOverlay({
      id: measureId,
      name: 'tw-draw:measure',
      lock: true,
      onDrawEnd: () => {
        this.#inHand = null
      },
    })
  }

  endMeasure(): void {
    if (this.#inHand !== measureId) this.#chart.removeOverlay({ id: measureId })
  }

  putAway(): void {
    const id = this.#inHand
    this.#inHand = null
    if (id !== null) this.#quietly(() => this.#chart.removeOverlay({ id }))
  }

  /** The current step of the drawing that is being made; null when there is none. */
  get step(): number | null {
    const [overlay] = this.#inHand === null ? [] : this.#chart.getOverlays({ id: this.#inHand })
    return overlay?.currentStep ?? null
  }

  #finished(overlay: Overlay): void {
    this.#inHand = null
    const drawing = readOverlay(overlay)
    this.#shown.set(drawing.id, drawing)
    this.#events.kept(drawing)
    this.#events.idle()
  }

  #handlers(): Partial<OverlayCreate> {
    return {
      onPressedMoveEnd: ({ overlay }) => this.#moved(overlay),
      onSelected: ({ overlay }) => this.#events.selected(overlay.id),
      onDeselected: () => this.#events.selected(null),
      onRightClick: (event: OverlayEvent<unknown>) => {
        // Prevents the library from removing the drawing.
        event.preventDefault?.()
        this.#pressed = event.overlay.id
      },
      onRemoved: ({ overlay }) => {
        if (!this.#dropping && this.#shown.has(overlay.id)) this.#events.dropped(overlay.id)
      },
    }
  }

  #moved(overlay: Overlay): void {
    const drawing: Drawing = { ...this.#shown.get(overlay.id), ...readOverlay(overlay) }
    this.#shown.set(drawing.id, drawing)
    this.#events.kept(drawing)
  }

  #appearance(drawing: Drawing): Pick<OverlayCreate, 'lock' | 'visible' | 'styles'> {
    const styles = this.#theme && drawingStyles(drawing, this.#theme)
    return { lock: drawing.locked ?? false, visible: drawing.hidden !== true, ...(styles && { styles }) }
  }

  #create(drawing: Drawing): OverlayCreate {
    return {
      ...this.#handlers(),
      id: drawing.id,
      groupId: group,
      name: drawing.tool,
      points: drawing.points.map((point) => ({ ...point })),
      ...this.#appearance(drawing),
      ...(drawing.text !== undefined && { extendData: drawing.text }),
    }
  }

  #quietly(work: () => void): void {
    this.#dropping = true
    work()
    this.#dropping = false
  }
}

function readOverlay(overlay: Overlay): Drawing {
  const points = overlay.points.map(({ timestamp, value }) => ({
    timestamp: timestamp ?? 0,
    value: Number((value ?? 0).toPrecision(10)),
  }))
  const drawing: Drawing = { id: overlay.id, tool: overlay.name, points }
  return typeof overlay.extendData === 'string' ? { ...drawing, text: overlay.extendData } : drawing
}
