import { useLayoutEffect, useRef } from 'react'

/**
 * A dialog that is modal while it is drawn. It is closed before its element is removed, because only closing returns
 * the focus.
 */
export function useDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const box = dialog.current
    box?.showModal()
    return () => box?.close()
  }, [])
  return dialog
}
