import { useId } from 'react'
import { useTranslations } from 'use-intl'
import type { CallReference } from '../../../content/calls/call-reference.server.ts'
import { Part, type ServerPart } from '../../../parts/part.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { TextInput } from '../../../ui/typing/text-input.tsx'

export type ShownParameter = Omit<CallReference['parameters'][number], 'meaning'> & { meaning: ServerPart }

type ParameterListProps = {
  parameters: readonly ShownParameter[]
  values: Record<string, string>
  onType: (name: string, value: string) => void
  onFocus: (name: string | null) => void
}

/** The parameters of a call. A typed value appears in the request at once. */
export function ParameterList({ parameters, values, onType, onFocus }: ParameterListProps) {
  const t = useTranslations('docs.call')
  return (
    <>
      <h3>
        {t('parameters')} <small className="needs-script">{t('typeHere')}</small>
      </h3>
      <ul className="call-rows call-parameters">
        {parameters.map((parameter) => (
          <Row
            key={parameter.name}
            parameter={parameter}
            value={values[parameter.name] ?? ''}
            onType={onType}
            onFocus={onFocus}
          />
        ))}
      </ul>
    </>
  )
}

type RowProps = Pick<ParameterListProps, 'onType' | 'onFocus'> & { parameter: ShownParameter; value: string }

function Row({ parameter: { name, isRequired, takes, meaning }, value, onType, onFocus }: RowProps) {
  const t = useTranslations('docs.call')
  const id = useId()
  const common = {
    id,
    className: 'input needs-script',
    onFocus: () => onFocus(name),
    onBlur: () => onFocus(null),
  }
  return (
    <li>
      <div>
        {takes.kind === 'others' ? (
          <code>{name}</code>
        ) : (
          <label htmlFor={id}>
            <code>{name}</code>
          </label>
        )}
        <small>
          <Kind takes={takes} /> {isRequired && <b>{t('required')}</b>}
        </small>
      </div>
      <Part part={meaning} as="p" />
      {takes.kind === 'others' ? null : takes.kind === 'choice' ? (
        <select {...common} value={value} onChange={({ target }) => onType(name, target.value)}>
          <option value="">{isRequired ? '' : t('standard')}</option>
          {takes.choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <TextInput
          {...common}
          text={value}
          inputMode={takes.kind === 'number' ? 'decimal' : 'text'}
          placeholder={isRequired ? '' : t('standard')}
          autoComplete="off"
          spellCheck={false}
          onText={(text) => onType(name, text)}
        />
      )}
    </li>
  )
}

function Kind({ takes }: { takes: ShownParameter['takes'] }) {
  const t = useTranslations('docs.call')
  if (takes.kind === 'choice') return t('oneOf', { count: String(takes.choices.length) })
  if (takes.kind === 'text') return t('text')
  if (takes.kind !== 'number') return null
  const { min, max } = takes
  if (min === null || max === null || max >= Number.MAX_SAFE_INTEGER) return t('number')
  return t('range', { min: grouped(min), max: grouped(max) })
}
