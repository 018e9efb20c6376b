import { type ComponentProps, type ReactNode, use, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { WorkContext } from './work.ts'

type SubmitButtonProps = Omit<ComponentProps<'button'>, 'type' | 'ref'> & {
  /** The words while the form works; the default suits every form. */
  working?: ReactNode
}

/** The button of a `PostForm` or `CallForm`. While the form works, it shows a spinner and cannot be pressed again. */
export function SubmitButton({ working, className = 'btn btn-accent', children, ...props }: SubmitButtonProps) {
  const t = useTranslations('frame.field')
  const { busy, disabled, submitter } = use(WorkContext)
  const button = useRef<HTMLButtonElement>(null)
  const works = busy && (submitter === null || submitter === button.current)
  return (
    <button
      {...props}
      ref={button}
      type="submit"
      className={className}
      aria-busy={works || undefined}
      disabled={disabled || props.disabled}
    >
      {works && <span className="spinner" />}
      {works ? (working ?? t('working')) : children}
    </button>
  )
}
