import { type ComponentProps, type ReactNode, useId } from 'react'

type FieldProps = { label: ReactNode; hint?: ReactNode; error?: ReactNode }

/** A labelled input with its hint and, beside it, what is wrong with it. */
export function Field({ label, hint, error, ...input }: FieldProps & ComponentProps<'input'>) {
  const id = useId()
  return (
    <FieldShell id={id} label={label} hint={hint} error={error}>
      <input id={id} className="input" {...described(id, hint, error)} {...input} />
    </FieldShell>
  )
}

export function TextAreaField({ label, hint, error, ...input }: FieldProps & ComponentProps<'textarea'>) {
  const id = useId()
  return (
    <FieldShell id={id} label={label} hint={hint} error={error}>
      <textarea id={id} className="input" rows={6} {...described(id, hint, error)} {...input} />
    </FieldShell>
  )
}

export function SelectField({ label, hint, error, ...input }: FieldProps & ComponentProps<'select'>) {
  const id = useId()
  return (
    <FieldShell id={id} label={label} hint={hint} error={error}>
      <select id={id} className="input" {...described(id, hint, error)} {...input} />
    </FieldShell>
  )
}

function described(id: string, hint: ReactNode, error: ReactNode) {
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined }
}

function FieldShell({ id, label, hint, error, children }: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
