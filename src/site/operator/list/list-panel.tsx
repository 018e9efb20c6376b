import type { ReactNode } from 'react'
import { Panel } from '../parts/frame/panel.tsx'
import { EmptyState } from '../parts/frame/states.tsx'
import { type Column, DenseTable } from '../parts/table/dense-table.tsx'

export type ListPanelProps<T> = {
  title: string
  aside?: ReactNode
  columns: readonly Column<T>[]
  rows: readonly T[]
  rowKey(row: T): string | number
  isMarked?: ((row: T) => boolean) | undefined
  none: { title: ReactNode; text?: ReactNode }
}

export function ListPanel<T>({ title, aside, isMarked, none, ...table }: ListPanelProps<T>) {
  return (
    <Panel title={title} aside={aside} flush>
      <DenseTable
        {...table}
        {...(isMarked && { isMarked })}
        caption={title}
        empty={<EmptyState title={none.title}>{none.text}</EmptyState>}
      />
    </Panel>
  )
}
