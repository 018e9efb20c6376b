/** A counter that React can watch: beats at most once a frame, so that a moving crosshair never renders more often than it is seen. */
export type Pulse = { beat(): void; subscribe(listener: () => void): () => void; read(): number }

export function createPulse(): Pulse {
  const listeners = new Set<() => void>()
  let count = 0
  let frame = 0
  return {
    beat() {
      if (frame !== 0) return
      frame = requestAnimationFrame(() => {
        frame = 0
        count += 1
        for (const listener of listeners) listener()
      })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read: () => count,
  }
}
