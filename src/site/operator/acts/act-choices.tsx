import { type ReactNode, useId } from 'react'
import { useTyped } from './act.tsx'

export type Choice = { value: string; label: ReactNode; note?: ReactNode }

type ActChoicesProps = {
  name: string
  legend: ReactNode
  choices: readonly Choice[]
  chosen: readonly string[]
  /** `one`: exactly one choice can be made. */
  of?: 'one' | 'many'
  wrong?: ReactNode
  className?: string
}

/** A list in which all choices are visible, with an error below it. */
export function ActChoices({ name, legend, choices, chosen, of = 'many', wrong, className = '' }: ActChoicesProps) {
  const id = useId()
  const { typed, error } = useTyped(name, wrong)
  const checked = typed?.split('\n') ?? chosen
  return (
    <fieldset className={`act-choices ${className}`} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="field-label">{legend}</legend>
      {/* The form has the field even if nothing is chosen. */}
      {of === 'many' && <input type="hidden" name={name} value="" />}
      <div className="flow">
        {choices.map(({ value, label, note }) => (
          <label key={value} className="middle gap-8 act-choice">
            <input
              type={of === 'one' ? 'radio' : 'checkbox'}
              name={name}
              value={value}
              defaultChecked={checked.includes(value)}
              aria-invalid={error ? true : undefined}
            />
            <span>
              {label}
              {note && <span className="row-note">{note}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
