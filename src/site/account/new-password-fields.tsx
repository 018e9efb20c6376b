import { PasswordField } from '../ui/field.tsx'

type NewPasswordFieldsProps = {
  label: string
  hint: string
  confirmLabel: string
  /** The error message of a field, by the field's name. */
  at: (name: string) => string | null | undefined
}

export function NewPasswordFields({ label, hint, confirmLabel, at }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={label}
        hint={hint}
        name="password"
        autoComplete="new-password"
        minLength={8}
        maxLength={256}
        required
        error={at('password')}
      />
      <PasswordField
        label={confirmLabel}
        name="confirmPassword"
        autoComplete="new-password"
        required
        error={at('confirmPassword')}
      />
    </>
  )
}
