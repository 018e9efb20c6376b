import { useEffect, useRef } from 'react'

/**
 * Makes a dialog modal, moves the focus to its first field, and returns the focus to the link that opened the dialog.
 */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    const modal = dialog.current
    modal?.close()
    modal?.showModal()
    modal?.querySelector<HTMLElement>('[data-fields] :is(input:not([type="hidden"]), select, textarea)')?.focus()
    return () => {
      modal?.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return dialog
}
