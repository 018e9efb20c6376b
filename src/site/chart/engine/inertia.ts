import type { Chart } from 'klinecharts'

/** A position of the pointer during a drag; `at`: its time, ms. */
export type Sample = { x: number; at: number }

const countedMs = 80
const slowest = 0.05
const halfLifeMs = 180
const fastest = 6

/** The speed at the end of a drag in pixels a millisecond; 0 if the pointer was slow or rested before its release. */
export function speedOf(samples: readonly Sample[], now: number): number {
  const [first, last] = [samples.find(({ at }) => now - at <= countedMs), samples.at(-1)]
  if (!first || !last || last.at <= first.at) return 0
  const speed = (last.x - first.x) / (now - first.at)
  return Math.abs(speed) < slowest ? 0 : Math.max(-fastest, Math.min(fastest, speed))
}

/** Lets the chart keep moving after a drag with the mouse. The library does this only for fingers. */
export function rollOn(chart: Chart, host: HTMLElement, isDrawing: () => boolean, signal: AbortSignal): void {
  let samples: Sample[] = []
  let began: { distance: number; bar: number } | null = null
  let frame = 0
  const stop = () => cancelAnimationFrame(frame)
  const options = { capture: true, signal }
  host.addEventListener(
    'pointerdown',
    ({ pointerType, button, clientX: x, timeStamp: at }) => {
      stop()
      if (pointerType !== 'mouse' || button !== 0 || isDrawing()) return
      began = { distance: chart.getOffsetRightDistance(), bar: chart.getBarSpace().bar }
      samples = [{ x, at }]
    },
    options,
  )
  window.addEventListener(
    'pointermove',
    ({ clientX: x, timeStamp: at }) => {
      if (began) samples = [...samples.slice(-9), { x, at }]
    },
    { signal },
  )
  window.addEventListener(
    'pointerup',
    ({ timeStamp }) => {
      // Only a drag of the chart itself moves its bars without a change of their width. Axes, drawings and panes can be
      // dragged, too, but must not keep moving.
      const moved = began && began.distance !== chart.getOffsetRightDistance() && began.bar === chart.getBarSpace().bar
      began = null
      const speed = moved ? speedOf(samples, timeStamp) : 0
      if (speed !== 0 && !matchMedia('(prefers-reduced-motion: reduce)').matches) roll(speed)
    },
    { signal },
  )
  for (const name of ['wheel', 'keydown'] as const)
    window.addEventListener(name, stop, { capture: true, signal, passive: true })
  signal.addEventListener('abort', stop)

  function roll(speed: number): void {
    let [left, before] = [speed, performance.now()]
    const step = (now: number) => {
      const passed = Math.min(50, now - before)
      before = now
      chart.scrollByDistance(left * passed)
      left *= 0.5 ** (passed / halfLifeMs)
      if (Math.abs(left) > slowest / 2) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
  }
}
