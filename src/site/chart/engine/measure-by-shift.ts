import type { DrawingBoard } from './drawing-board.ts'

/** A click with Shift begins a measure, the second click ends it, and the next click or Escape removes it. */
export function measureByShift(host: HTMLElement, board: DrawingBoard, signal: AbortSignal): void {
  host.addEventListener(
    'mousedown',
    ({ shiftKey, button, clientX, clientY, target }) => {
      board.endMeasure()
      if (!shiftKey || button !== 0 || board.step !== null) return
      board.measure()
      // The library places the first point where it last saw the pointer.
      target?.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, clientX, clientY, view: window }))
    },
    { capture: true, signal },
  )
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && board.endMeasure(), { signal })
}
