import { type ReactNode, useEffect, useRef } from 'react'
import { Form, Link, useLocation, useNavigation, useSearchParams, useSubmit } from 'react-router'
import { useTranslations } from 'use-intl'
import { grouped } from '../../ui/grouped.ts'
import type { Listed, listParameters } from './list.ts'
import './list.css'
import { TextInput } from '../../ui/typing/text-input.tsx'

type Choice = { name: string; label: ReactNode; count?: number }

type ListControlsProps = {
  /** The label of the search field. */
  label: string
  /** The first filter shows all rows. */
  filters: readonly Choice[]
  /** The first sort is the usual order. Absent for a list that has only one order. */
  sorts?: readonly Choice[]
  /** Other fields of the form that filter the list. */
  fields?: ReactNode
  children?: ReactNode
}

const pauseMs = 250

/** Search, filters and order of a list, as parameters of the address. Each pause in typing submits the form. */
export function ListControls({ label, filters, sorts = [], fields, children }: ListControlsProps) {
  const t = useTranslations('account.list')
  const [query] = useSearchParams()
  const submit = useSubmit()
  const { pathname } = useLocation()
  const isLeaving = (useNavigation().location?.pathname ?? pathname) !== pathname
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const form = useRef<HTMLFormElement>(null)
  // The fields follow the address, for example after "Show all". A field in use keeps what its reader types.
  useEffect(() => {
    for (const field of form.current?.querySelectorAll('input:not([type=hidden]), select') ?? []) {
      const input = field as HTMLInputElement | HTMLSelectElement
      const asked = query.get(input.name) ?? ''
      if (input !== document.activeElement && input.value.trim() !== asked) input.value = asked
      if (input instanceof HTMLSelectElement && input.selectedIndex < 0) input.selectedIndex = 0
    }
  }, [query])
  // After a click on a row, a search would cancel the way to the page of the row, or return from it.
  useEffect(() => {
    if (isLeaving) clearTimeout(timer.current)
    return () => clearTimeout(timer.current)
  }, [isLeaving])
  const kept = [...query].filter(([name]) => !['q', 'sort', 'page', 'from', 'to', 'after'].includes(name))
  const send = (form: HTMLFormElement) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void submit(form, { replace: true, preventScrollReset: true }), pauseMs)
  }
  return (
    <div className="flow-middle ruled-bottom list-controls">
      <Form
        ref={form}
        method="get"
        role="search"
        preventScrollReset
        onChange={({ currentTarget, nativeEvent }) => {
          if (!('isComposing' in nativeEvent && nativeEvent.isComposing)) send(currentTarget)
        }}
        onCompositionEnd={({ currentTarget }) => send(currentTarget)}
      >
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <TextInput
          type="search"
          name="q"
          className="input"
          aria-label={label}
          placeholder={label}
          defaultValue={query.get('q') ?? ''}
          maxLength={100}
          autoComplete="off"
        />
        {sorts.length > 0 && (
          <select name="sort" className="input" aria-label={t('sort')} defaultValue={query.get('sort') ?? ''}>
            {sorts.map(({ name, label: text }, turn) => (
              <option key={name} value={turn === 0 ? '' : name}>
                {text}
              </option>
            ))}
          </select>
        )}
        {fields}
        <noscript>
          <button type="submit" className="btn btn-outline btn-small">
            {t('find')}
          </button>
        </noscript>
      </Form>
      <ListFilters filters={filters} />
      {children}
    </div>
  )
}

/** The filters as a row of links. The first filter shows all rows. */
export function ListFilters({ filters }: { filters: readonly Choice[] }) {
  const [query] = useSearchParams()
  const shown = query.get('show') ?? ''
  return (
    <ul className="flow list-filters">
      {filters.map(({ name, label, count }, turn) => {
        const show = turn === 0 ? '' : name
        return (
          <li key={name}>
            <ListLink change={{ show, page: '', after: '' }} current={shown === show}>
              {label}
              {count !== undefined && <span className="num">{grouped(count)}</span>}
            </ListLink>
          </li>
        )
      })}
    </ul>
  )
}

type ListLinkProps = {
  change: Partial<Record<(typeof listParameters)[number] | 'from' | 'to' | 'after', string>>
  current?: boolean
  className?: string
  rel?: string
  children: ReactNode
}

/** A link to the same list with other parameters. An empty value removes its parameter. */
export function ListLink({ change, current, className, rel, children }: ListLinkProps) {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change))
    if (value === '') query.delete(name)
    else query.set(name, value)
  return (
    <Link
      to={query.size === 0 ? pathname : `${pathname}?${query}`}
      className={className}
      rel={rel}
      preventScrollReset
      aria-current={current || undefined}
    >
      {children}
    </Link>
  )
}

/** "13–24 of 101" and links to the previous and the next page. */
export function ListPager({
  label,
  list: { first, rows, found, page, pages },
}: {
  label: string
  list: Listed<unknown>
}) {
  const t = useTranslations('account.list')
  if (pages === 1) return null
  return (
    <nav className="flow-middle text-14 list-pager" aria-label={label}>
      <span className="text-muted num">
        {t('range', { from: grouped(first + 1), to: grouped(first + rows.length), count: grouped(found) })}
      </span>
      {page > 1 && (
        <ListLink
          change={{ page: page === 2 ? '' : String(page - 1) }}
          className="btn btn-small btn-outline"
          rel="prev"
        >
          {t('previous')}
        </ListLink>
      )}
      {page < pages && (
        <ListLink change={{ page: String(page + 1) }} className="btn btn-small btn-outline" rel="next">
          {t('next')}
        </ListLink>
      )}
    </nav>
  )
}

/** Shown if the list has rows, but no row matches. */
export function NothingFound() {
  const t = useTranslations('account.list')
  return (
    <p className="list-none">
      {t('none')}{' '}
      <ListLink change={{ q: '', show: '', from: '', to: '', page: '', after: '' }} className="link">
        {t('all')}
      </ListLink>
    </p>
  )
}
