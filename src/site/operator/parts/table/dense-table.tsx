import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { withoutAct } from '../../acts/act-address.ts'
import { useRowKeys } from './use-row-keys.ts'
import './dense-table.css'

export type Column<T> = {
  name: string
  /** Empty in the column of the acts. */
  label: ReactNode
  cell(row: T): ReactNode
  /**
   * `text`: short, so that it needs no minimum width. `figure`: monospaced, at the end of the cell. `act`: as narrow as
   * possible.
   */
  kind?: 'text' | 'figure' | 'mono' | 'act'
  /** `no`: hidden in windows narrower than 1200 px. */
  narrow?: 'no'
}

type DenseTableProps<T> = {
  caption: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  rowKey(row: T): string | number
  /** Marks the open row, or a row on which a person must act. */
  isMarked?(row: T): boolean
  empty: ReactNode
}

/** A table that becomes a list on a phone. J and K move between the links that open a row (`data-row`). */
export function DenseTable<T>({ caption, columns, rows, rowKey, isMarked, empty }: DenseTableProps<T>) {
  const table = useRowKeys()
  if (rows.length === 0) return <>{empty}</>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must scroll sideways by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className="dense-scroll" role="group" aria-label={caption} tabIndex={0}>
      <table className="dense" ref={table}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, label, kind, narrow }) =>
              label === '' ? (
                <td key={name} data-kind={kind} />
              ) : (
                <th key={name} scope="col" data-kind={kind} data-narrow={narrow}>
                  {label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} data-marked={isMarked?.(row) || undefined}>
              {columns.map(({ name, label, cell, kind, narrow }) => (
                <td
                  key={name}
                  data-kind={kind}
                  data-narrow={narrow}
                  data-label={typeof label === 'string' ? label : undefined}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type PagerProps = { next: string | null; shown: number; total?: number }

/**
 * The number of rows, with links to the first and the next page. `next`: the cursor of the next page; null at the end.
 * `shown`: the number of rows on this page. `total`: the number of rows on all pages, if counted. An empty first page
 * shows nothing.
 */
export function Pager({ next, shown, total }: PagerProps) {
  const t = useTranslations('operator.pager')
  const location = useLocation()
  const query = new URLSearchParams(withoutAct(location).split('?')[1] ?? '')
  const isLater = query.has('after')
  if (shown === 0 && !isLater) return null
  query.delete('after')
  const first = query.size === 0 ? location.pathname : `${location.pathname}?${query}`
  if (next !== null) query.set('after', next)
  return (
    <nav className="flow pager" aria-label={t('label')}>
      <span>{total === undefined ? t('shown', { count: shown }) : t('shownOf', { count: shown, total })}</span>
      {isLater && (
        <Link className="link" to={first}>
          {t('first')}
        </Link>
      )}
      {next !== null && (
        <Link className="link" to={`${location.pathname}?${query}`} rel="next">
          {t('next')}
        </Link>
      )}
    </nav>
  )
}
