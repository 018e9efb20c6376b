import type { ComponentProps, ReactNode } from 'react'
import { Form, Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { TextInput, type TextInputProps } from '../../../ui/typing/text-input.tsx'
import { useCurrentInView } from './use-current-in-view.ts'
import './filters.css'

type FiltersProps = {
  label: string
  /** Query parameters that stay when the form is submitted and when its filters are removed. */
  keep?: Record<string, string>
  isSet: boolean
  children: ReactNode
}

/** A form that stores its filters in the address. Fields: `FilterField` and `FilterSelect`. */
export function Filters({ label, keep = {}, isSet, children }: FiltersProps) {
  const t = useTranslations('operator.filters')
  const { pathname, search } = useLocation()
  return (
    <Form key={search} method="get" className="flow gap-12 filters" aria-label={label}>
      {Object.entries(keep).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <div className="middle filter-acts">
        <button type="submit" className="btn btn-outline btn-dense">
          {t('apply')}
        </button>
        {isSet && (
          <Link to={{ pathname, search: String(new URLSearchParams(keep)) }} className="link">
            {t('clear')}
          </Link>
        )}
      </div>
    </Form>
  )
}

type FilterFieldProps = TextInputProps & { label: ReactNode; error?: string | null | undefined }

export function FilterField({ label, error, ...input }: FilterFieldProps) {
  return (
    <label className="filter">
      <span>{label}</span>
      <TextInput className="input input-dense" aria-invalid={error ? true : undefined} {...input} />
      {error && (
        <span className="field-error" role="alert">
          {error}
        </span>
      )}
    </label>
  )
}

export function FilterSelect({ label, children, ...select }: ComponentProps<'select'> & { label: ReactNode }) {
  return (
    <label className="filter">
      <span>{label}</span>
      <select className="input input-dense" {...select}>
        {children}
      </select>
    </label>
  )
}

type Chip = { name: string; label: ReactNode; count?: number | null }

/**
 * A filter as a row of links. Each link sets the query parameter `param` to its name; the first link is the default.
 */
export function Chips({ label, param, chips }: { label: string; param: string; chips: readonly Chip[] }) {
  const { pathname, search } = useLocation()
  const row = useCurrentInView()
  const current = new URLSearchParams(search).get(param) ?? chips[0]?.name
  const addressOf = (name: string) => {
    const query = new URLSearchParams(search)
    for (const other of ['after', 'do', 'on', 'done', param]) query.delete(other)
    if (name !== chips[0]?.name) query.set(param, name)
    return query.size === 0 ? pathname : `${pathname}?${query}`
  }
  return (
    <nav ref={row} className="flow chips" aria-label={label}>
      {chips.map(({ name, label: text, count }) => (
        <Link key={name} to={addressOf(name)} preventScrollReset aria-current={name === current || undefined}>
          {text}
          {count != null && <span className="num">{count}</span>}
        </Link>
      ))}
    </nav>
  )
}
