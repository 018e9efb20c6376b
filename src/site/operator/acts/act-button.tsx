import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'

type ActButtonProps = {
  act: string
  /** Further fields that the form sends: ids, the version of the page. */
  fields: Record<string, string | number>
  className?: string
  label?: string
  children: ReactNode
}

/** A button that performs an act without a confirmation. The button of the opposite act then takes its place. */
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
