import type { ReactNode } from 'react'
import { Act, ActLink } from '../acts/act.tsx'
import { Panel } from '../parts/frame/panel.tsx'
import { EmptyState } from '../parts/frame/states.tsx'
import { type Column, DenseTable } from '../parts/table/dense-table.tsx'

/** Something that may be done about a row: the link in the row, and the form that it opens. */
export type RowAct<T> = {
  name: string
  /** The rows about which it may be done; without it, all. */
  where?(row: T): boolean
  link: ReactNode
  /** The whole sentence of the link, for screen readers. */
  label(row: T): string
  title(row: T): ReactNode
  effects(row: T): readonly ReactNode[]
  submit: ReactNode
  danger?: boolean
  fields?(row: T): ReactNode
}

type ListAndActProps<T> = {
  title: string
  aside?: ReactNode
  columns: readonly Column<T>[]
  rows: readonly T[]
  rowKey(row: T): string | number
  isMarked?(row: T): boolean
  none: { title: ReactNode; text: ReactNode }
  acts: readonly RowAct<T>[]
  /** The head of the column with the acts. */
  actsLabel?: ReactNode
  /** Sent with each act: the version of the row. */
  hidden?(row: T): Record<string, string | number>
  email: string
}

/** Things in a table, each with what may be done about it. */
export function ListAndAct<T>({ title, aside, columns, acts, actsLabel = '', none, ...list }: ListAndActProps<T>) {
  const { rows, rowKey, isMarked, hidden, email } = list
  const last: Column<T> = {
    name: 'acts',
    label: actsLabel,
    kind: 'act',
    cell: (row) => <RowLinks row={row} on={`${rowKey(row)}`} acts={acts} />,
  }
  return (
    <>
      <Panel title={title} aside={aside} flush>
        <DenseTable
          caption={title}
          columns={[...columns, last]}
          rows={rows}
          rowKey={rowKey}
          {...(isMarked && { isMarked })}
          empty={<EmptyState title={none.title}>{none.text}</EmptyState>}
        />
      </Panel>
      {rows.map((row) => (
        <RowForms key={rowKey(row)} {...{ row, on: `${rowKey(row)}`, acts, email }} hidden={hidden?.(row) ?? {}} />
      ))}
    </>
  )
}

type RowProps<T> = { row: T; on: string; acts: readonly RowAct<T>[] }

/** The links to what may be done about a row. */
export function RowLinks<T>({ row, on, acts }: RowProps<T>) {
  const links = possible(acts, row).map(({ name, link, label }) => (
    <ActLink key={name} act={name} on={on} className="action-link" label={label(row)}>
      {link}
    </ActLink>
  ))
  return links.length > 1 ? <span className="row-acts">{links}</span> : links
}

function possible<T>(acts: readonly RowAct<T>[], row: T): RowAct<T>[] {
  return acts.filter(({ where }) => where?.(row) ?? true)
}

type RowFormsProps<T> = RowProps<T> & { hidden: Record<string, string | number>; email: string }

/** The forms of what may be done about a row. */
export function RowForms<T>({ row, on, acts, hidden, email }: RowFormsProps<T>) {
  return possible(acts, row).map(({ name, title, effects, submit, danger = false, fields }) => (
    <Act key={name} {...{ name, on, submit, danger, hidden, email }} title={title(row)} effects={effects(row)}>
      {fields?.(row)}
    </Act>
  ))
}
