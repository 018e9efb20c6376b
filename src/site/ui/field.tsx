import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextArea, type TextAreaProps, TextInput, type TextInputProps } from './typing/text-input.tsx'
import { useFault } from './use-fault.ts'

type FieldProps = { label: ReactNode; hint?: ReactNode; error?: ReactNode }

export function Field({ label, hint, error, ...input }: FieldProps & TextInputProps) {
  const id = useId()
  const { fault, watch } = useFault()
  const wrong = fault ?? error
  return (
    <FieldShell id={id} label={label} hint={hint} error={wrong}>
      <TextInput id={id} className="input" {...described(id, hint, wrong)} {...watch} {...input} />
    </FieldShell>
  )
}

export function PasswordField({ label, hint, error, ...input }: FieldProps & Omit<TextInputProps, 'type'>) {
  const id = useId()
  const t = useTranslations('frame.field')
  const { fault, watch } = useFault()
  const [isShown, setShown] = useState(false)
  const wrong = fault ?? error
  return (
    <FieldShell id={id} label={label} hint={hint} error={wrong}>
      <div className="input-password">
        <TextInput
          id={id}
          className="input"
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          {...described(id, hint, wrong)}
          {...watch}
          {...input}
        />
        <button type="button" className="needs-script" aria-controls={id} onClick={() => setShown(!isShown)}>
          {t(isShown ? 'hide' : 'show')}
        </button>
      </div>
    </FieldShell>
  )
}

export function TextAreaField({ label, hint, error, ...input }: FieldProps & TextAreaProps) {
  const id = useId()
  const { fault, watch } = useFault()
  const wrong = fault ?? error
  return (
    <FieldShell id={id} label={label} hint={hint} error={wrong}>
      <TextArea id={id} className="input" rows={6} {...described(id, hint, wrong)} {...watch} {...input} />
    </FieldShell>
  )
}

export function SelectField({ label, hint, error, ...input }: FieldProps & ComponentProps<'select'>) {
  const id = useId()
  const { fault, watch } = useFault()
  const wrong = fault ?? error
  return (
    <FieldShell id={id} label={label} hint={hint} error={wrong}>
      <select id={id} className="input" {...described(id, hint, wrong)} {...watch} {...input} />
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
        <p className="quiet" id={`${id}-hint`}>
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
