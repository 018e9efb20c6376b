import { useEffect, useRef } from 'react'

const steps: Record<string, number> = { j: 1, k: -1 }

/** J and K focus the link (`data-row`) of the next or previous row, unless a field or dialog has the focus. */
export function useRowKeys<T extends HTMLElement = HTMLTableElement>() {
  const table = useRef<T>(null)
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      const step = steps[event.key]
      const { activeElement } = document
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || isTyping(activeElement)) return
      const links = [...(table.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      const at = links.findIndex((link) => link.matches(':focus'))
      links[at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)]?.focus()
    }
    document.addEventListener('keydown', move)
    return () => document.removeEventListener('keydown', move)
  }, [])
  return table
}

export function isTyping(element: Element | null): boolean {
  return element?.closest('input, textarea, select, [contenteditable], dialog') != null
}
