const nearPx = 5

/**
 * KLineCharts treats two clicks within half a second as a double click, at any distance, and drops the second, so a
 * quickly drawn line would never end. This function sends a click again when it did not advance the drawing.
 */
export function repeatLostClicks(host: HTMLElement, stepOf: () => number | null, signal: AbortSignal): void {
  let down: { step: number; x: number; y: number } | null = null
  host.addEventListener(
    'mousedown',
    ({ isTrusted, clientX: x, clientY: y }) => {
      const step = stepOf()
      if (isTrusted) down = step === null ? null : { step, x, y }
    },
    { capture: true, signal },
  )
  window.addEventListener(
    'mouseup',
    ({ isTrusted, target, clientX, clientY }) => {
      if (!isTrusted || down === null || stepOf() !== down.step) return
      const isClick = Math.abs(clientX - down.x) + Math.abs(clientY - down.y) < nearPx
      down = null
      if (!isClick) return
      for (const type of ['mousedown', 'mouseup'])
        target?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, clientX, clientY, view: window }))
    },
    { signal },
  )
}
