import { type ReactNode, useEffect, useId, useRef } from 'react'
import { CloseIcon } from '../../ui/icons.tsx'

type ModalProps = { title: string; closeLabel: string; className?: string; onClose: () => void; children: ReactNode }

/**
 * A modal dialog. Escape and a click outside close it, and the focus then returns to the element that had the focus
 * before.
 */
export function Modal({ title, closeLabel, className = '', onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()

  useEffect(() => {
    const box = dialog.current
    box?.showModal()
    const first = box?.querySelector<HTMLElement>('[data-first-focus]')
    first?.focus()
    // Further letters continue the text that opened the dialog.
    if (first instanceof HTMLInputElement && /^(text|search)$/.test(first.type))
      first.setSelectionRange(first.value.length, first.value.length)
    return () => box?.close()
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog element itself closes on Escape
    <dialog
      ref={dialog}
      className={`dialog chart-modal ${className}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className="dialog-head">
        <h2 id={heading}>{title}</h2>
        <button type="button" className="icon-btn" aria-label={closeLabel} onClick={onClose}>
          <CloseIcon />
        </button>
      </div>
      {children}
    </dialog>
  )
}
