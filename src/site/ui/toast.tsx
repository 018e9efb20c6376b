import { useSyncExternalStore } from 'react'
import { toastFadeMs, toastMs } from '#src/contract/site.ts'

type ToastType = 'success' | 'error'
type Toast = { id: number; text: string; type: ToastType; leaving: boolean }

const none: readonly Toast[] = []
let toasts = none
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a short message for 2 seconds. Screen readers announce the message. */
export function toast(text: string, type: ToastType = 'success') {
  lastId += 1
  const id = lastId
  set([...toasts, { id, text, type, leaving: false }])
  setTimeout(() => set(toasts.map((entry) => (entry.id === id ? { ...entry, leaving: true } : entry))), toastMs)
  setTimeout(() => set(toasts.filter((entry) => entry.id !== id)), toastMs + toastFadeMs)
}

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
    () => none,
  )
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, type, leaving }) => (
        <p
          key={id}
          className="toast"
          style={{ transitionDuration: `${toastFadeMs}ms` }}
          data-type={type}
          data-leaving={leaving || undefined}
        >
          {text}
        </p>
      ))}
    </div>
  )
}
