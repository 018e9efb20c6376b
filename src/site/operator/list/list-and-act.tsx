import type { ReactNode } from 'react'
import { Act, ActLink, type FormValues } from '../acts/act.tsx'
import type { Column } from '../parts/table/dense-table.tsx'
import { ListPanel, type ListPanelProps } from './list-panel.tsx'

/** An act on a row: the link in the row, and the form that it opens. */
export type RowAct<T> = {
  name: string
  /** Limits the act to some rows; absent: all rows. */
  where?(row: T): boolean
  link: ReactNode
  /** The link's CSS class; absent: plain text. */
  look?: string
  /** The whole sentence of the link, for screen readers. */
  label(row: T): string
  title(row: T): ReactNode
  effects(row: T): readonly ReactNode[]
  submit: ReactNode
  danger?: boolean
  preview?: (values: FormValues) => ReactNode
  fields?(row: T): ReactNode
}

type ListAndActProps<T> = ListPanelProps<T> & {
  acts: readonly RowAct<T>[]
  actsLabel?: ReactNode
  /** Sent with each act: the version of the row. */
  hidden?(row: T): Record<string, string | number>
}

export function ListAndAct<T>({ acts, actsLabel = '', hidden, ...list }: ListAndActProps<T>) {
  const { columns, rows, rowKey } = list
  const last: Column<T> = {
    name: 'acts',
    label: actsLabel,
    kind: 'act',
    cell: (row) => <RowLinks row={row} on={`${rowKey(row)}`} acts={acts} />,
  }
  return (
    <>
      <ListPanel {...list} columns={[...columns, last]} />
      {rows.map((row) => (
        <RowForms key={rowKey(row)} {...{ row, on: `${rowKey(row)}`, acts }} hidden={hidden?.(row) ?? {}} />
      ))}
    </>
  )
}

type RowProps<T> = { row: T; on: string; acts: readonly RowAct<T>[] }

export function RowLinks<T>({ row, on, acts }: RowProps<T>) {
  const links = possible(acts, row).map(({ name, link, look = 'action-link', label }) => (
    <ActLink key={name} act={name} on={on} className={look} label={label(row)}>
      {link}
    </ActLink>
  ))
  return acts.length > 1 && links.length > 0 ? <span className="inline-middle gap-4-16 row-acts">{links}</span> : links
}

function possible<T>(acts: readonly RowAct<T>[], row: T): RowAct<T>[] {
  return acts.filter(({ where }) => where?.(row) ?? true)
}

type RowFormsProps<T> = RowProps<T> & { hidden: Record<string, string | number> }

export function RowForms<T>({ row, on, acts, hidden }: RowFormsProps<T>) {
  return possible(acts, row).map(({ name, title, effects, submit, danger = false, preview, fields }) => (
    <Act key={name} {...{ name, on, submit, danger, hidden, preview }} title={title(row)} effects={effects(row)}>
      {fields?.(row)}
    </Act>
  ))
}
