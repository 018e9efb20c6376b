import { type ComponentProps, createContext, type FormEvent, type ReactNode, use, useRef, useState } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { useTranslations } from 'use-intl'

/**
 * `busy`: the form is being processed. `submitter`: the button that sent the form; null if there is none. `disabled`:
 * nothing can be sent now, because this form or the page is busy.
 */
type Work = { busy: boolean; disabled: boolean; submitter: HTMLButtonElement | null }

const idle: Work = { busy: false, disabled: false, submitter: null }

/** The state of the form that contains a button. */
const WorkContext = createContext<Work>(idle)

/** The pressed button of a submit event; null when a script submitted the form. */
function submitterOf({ nativeEvent }: FormEvent<HTMLFormElement>): HTMLButtonElement | null {
  const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null
  return submitter instanceof HTMLButtonElement ? submitter : null
}

type PostFormProps = Omit<ComponentProps<typeof Form>, 'method' | 'onSubmit'>

/** A form that posts to the action of its page. Its `SubmitButton` shows a spinner until the response is shown. */
export function PostForm({ replace = false, preventScrollReset = false, ...props }: PostFormProps) {
  const submit = useSubmit()
  const { state } = useNavigation()
  const [work, setWork] = useState(idle)
  return (
    <WorkContext value={{ ...work, disabled: state !== 'idle' }}>
      <Form
        {...props}
        method="post"
        onSubmit={async (event) => {
          event.preventDefault()
          const submitter = submitterOf(event)
          setWork({ ...idle, busy: true, submitter })
          await submit(submitter ?? event.currentTarget, { method: 'post', replace, preventScrollReset })
          setWork(idle)
        }}
      />
    </WorkContext>
  )
}

type CallFormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<unknown>
}

/** A form whose handler calls the API. Its `SubmitButton` shows a spinner until the handler has ended. */
export function CallForm({ onSubmit, ...props }: CallFormProps) {
  const [work, setWork] = useState(idle)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    setWork({ busy: true, disabled: true, submitter: submitterOf(event) })
    try {
      await onSubmit(event)
    } finally {
      setWork(idle)
    }
  }
  return (
    <WorkContext value={work}>
      <form {...props} onSubmit={(event) => void submit(event)} />
    </WorkContext>
  )
}

type SubmitButtonProps = Omit<ComponentProps<'button'>, 'type' | 'ref'> & {
  /** The text while the form is busy; the default text fits every form. */
  working?: ReactNode
}

/** The button of a `PostForm` or `CallForm`. While the form is busy, it shows a spinner and cannot be pressed again. */
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
