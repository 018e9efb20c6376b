import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { CloseIcon } from './icons.tsx'

export type Confirmation = {
  title: ReactNode
  message: ReactNode
  confirm?: string
  cancel?: string
  danger?: boolean
}
type Pending = Confirmation & { settle: (confirmed: boolean) => void }

let pending: Pending | null = null
const listeners = new Set<() => void>()

function set(next: Pending | null) {
  pending = next
  for (const listener of listeners) listener()
}

/** Shows a confirmation: `if (await confirm({ title, message })) …`. Escape and the close icon return false. */
export function confirm(question: Confirmation): Promise<boolean> {
  pending?.settle(false)
  return new Promise((resolve) => {
    set({
      ...question,
      settle: (confirmed) => {
        set(null)
        resolve(confirmed)
      },
    })
  })
}

/** Shows the prompts of `confirm`. The frame renders this component once. */
export function ConfirmDialog() {
  const t = useTranslations('frame.dialog')
  const dialog = useRef<HTMLDialogElement>(null)
  const question = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => pending,
    () => null,
  )

  useEffect(() => {
    if (question) {
      dialog.current?.showModal()
      dialog.current?.querySelector<HTMLElement>('.dialog-foot button')?.focus()
    } else dialog.current?.close()
  }, [question])

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="confirm-title"
      aria-describedby="confirm-message"
      onCancel={(event) => {
        event.preventDefault()
        question?.settle(false)
      }}
    >
      {question && (
        <>
          <div className="dialog-head">
            <h2 id="confirm-title">{question.title}</h2>
            <button type="button" className="icon-btn" aria-label={t('close')} onClick={() => question.settle(false)}>
              <CloseIcon />
            </button>
          </div>
          <div id="confirm-message" className="dialog-body text-muted">
            {question.message}
          </div>
          <div className="dialog-foot">
            <button type="button" className="btn btn-outline" onClick={() => question.settle(false)}>
              {question.cancel ?? t('cancel')}
            </button>
            <button
              type="button"
              className={`btn ${question.danger ? 'btn-danger' : 'btn-accent'}`}
              onClick={() => question.settle(true)}
            >
              {question.confirm ?? t('confirm')}
            </button>
          </div>
        </>
      )}
    </dialog>
  )
}
