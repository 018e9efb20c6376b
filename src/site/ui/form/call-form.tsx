import { type ComponentProps, type FormEvent, useState } from 'react'
import { idle, submitterOf, WorkContext } from './work.ts'

type CallFormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<unknown>
}

/** A form whose handler calls the API. Its `SubmitButton` shows that it works until the handler has ended. */
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
