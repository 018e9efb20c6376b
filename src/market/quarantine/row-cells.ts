import { cellsOf, lineOfCells } from '../import/reading/cells.ts'
import type { StoredImport } from './quarantine-store.ts'

type Read = Pick<StoredImport, 'options'>

const separatorOf = ({ options: { dialect } }: Read) => dialect?.separator ?? ','

/** The names of an import's columns: the names in the file, or else ours; empty if neither is known. */
export function columnsOf({ head, options }: Pick<StoredImport, 'head' | 'options'>): string[] {
  const named = head === '' ? null : cellsOf(head, separatorOf({ options }))
  if (named) return named.map((name) => name.trim())
  const ours = Object.entries(options.dialect?.columns ?? {})
  return Array.from(
    { length: options.dialect?.cells ?? 0 },
    (_, at) => ours.find(([, position]) => position === at)?.[0] ?? '',
  )
}

/** The cells of a row. A row with wrong quotes is one cell. */
export function cellsIn({ content }: { content: string }, options: StoredImport['options']): string[] {
  return cellsOf(content, separatorOf({ options })) ?? [content]
}

export function textOfCells(cells: readonly string[], run: Read): string {
  return lineOfCells(cells, separatorOf(run))
}
