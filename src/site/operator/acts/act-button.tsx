import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'

type ActButtonProps = {
  act: string
  /** What the form sends besides: ids, the version of the page. */
  fields: Record<string, string | number>
  className?: string
  label?: string
  children: ReactNode
}

/** An act that needs no question, because its opposite stands beside it afterwards. */
export function ActButton({ act, fields, className = 'btn btn-outline', label, children }: ActButtonProps) {
  const { state } = useNavigation()
  return (
    <Form method="post" replace preventScrollReset>
      {Object.entries({ act, ...fields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={className} aria-label={label} disabled={state !== 'idle'}>
        {children}
      </button>
    </Form>
  )
}
