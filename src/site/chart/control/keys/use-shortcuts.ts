import { useEffect, useRef } from 'react'
import { releaseKeys } from '../../../ui/typing/press-keys.ts'
import { type ShortcutAct, shortcut } from './shortcuts.ts'

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
}

function isOpenSomething(): boolean {
  return document.querySelector('dialog[open], [popover]:popover-open') !== null
}

/** Handles keys while no field has the focus and no dialog or menu is open. */
export function useShortcuts(run: (act: ShortcutAct) => void): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isTyping(event.target) || isOpenSomething()) return
      const onButton = event.target instanceof HTMLElement && event.target.closest('button, a, summary') !== null
      if (onButton && (event.key === ' ' || event.key === 'Enter')) return
      const act = shortcut(event)
      if (!act) return
      event.preventDefault()
      latest.current(act)
    }
    document.addEventListener('keydown', onKeyDown)
    releaseKeys('page')
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
