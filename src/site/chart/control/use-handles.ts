import { useCallback, useState } from 'react'
import type { CellHandle } from './cell-handle.ts'

export type Handles = readonly (CellHandle | null)[]

/** The open charts by their place; each reports itself. */
export function useHandles(): { handles: Handles; report(cell: number, handle: CellHandle | null): void } {
  const [handles, setHandles] = useState<Handles>([])
  const report = useCallback(
    (cell: number, handle: CellHandle | null) =>
      setHandles((before) => {
        const next = [...before]
        while (next.length <= cell) next.push(null)
        next[cell] = handle
        return next
      }),
    [],
  )
  return { handles, report }
}
