import { type ComponentProps, useState } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { idle, submitterOf, WorkContext } from './work.ts'

type PostFormProps = Omit<ComponentProps<typeof Form>, 'method' | 'onSubmit'>

/** A form that posts to the action of its page. Its `SubmitButton` shows that it works until the answer is shown. */
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
