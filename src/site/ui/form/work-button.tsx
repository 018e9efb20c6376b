import { type ComponentProps, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Confirmation, confirm } from '../confirm-dialog.tsx'

type WorkButtonProps = Omit<ComponentProps<'button'>, 'type' | 'onClick'> & {
  /** The prompt that the reader must confirm first. */
  question?: Confirmation
  work: () => Promise<unknown>
}

/** A button that performs an act without a form. It shows a spinner until the act has ended. */
export function WorkButton({ question, work, children, ...props }: WorkButtonProps) {
  const t = useTranslations('frame.field')
  const [works, setWorks] = useState(false)
  const press = async () => {
    if (works || (question && !(await confirm(question)))) return
    setWorks(true)
    try {
      await work()
    } finally {
      setWorks(false)
    }
  }
  return (
    // The disabled attribute would take the focus from the button, so the press is ignored instead.
    <button
      {...props}
      type="button"
      aria-busy={works || undefined}
      aria-disabled={works || undefined}
      onClick={() => void press()}
    >
      {works && <span className="spinner" />}
      {works ? t('working') : children}
    </button>
  )
}
