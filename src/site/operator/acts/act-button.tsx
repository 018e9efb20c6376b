import type { ReactNode } from 'react'
import { PostForm, SubmitButton } from '../../ui/form/work-form.tsx'

type ActButtonProps = {
  act: string
  /** Hidden fields of the form, such as ids and the version of the page. */
  fields: Record<string, string | number>
  className?: string
  label?: string
  children: ReactNode
}

/** A button that performs an act without a confirmation. */
export function ActButton({ act, fields, className = 'btn btn-outline', label, children }: ActButtonProps) {
  return (
    <PostForm replace preventScrollReset>
      {Object.entries({ act, ...fields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton className={className} aria-label={label}>
        {children}
      </SubmitButton>
    </PostForm>
  )
}
