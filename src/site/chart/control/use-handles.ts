import { useCallback, useEffect, useState } from 'react'
import type { Board } from '../state/board.ts'
import type { CellHandle } from './cell-handle.ts'

export type Handles = readonly (CellHandle | null)[]

/** The handles of the open charts by their index; each chart reports its own handle. */
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

/** Synchronises the crosshair and the visible time of linked charts. */
export function useLinks(handles: Handles, { active, links }: Board) {
  const others = (cell: number) =>
    handles.flatMap((handle, at) => (at === cell || !handle?.engine ? [] : handle.engine))
  const viewed = (cell: number) => {
    const span = links.time && cell === active ? handles[cell]?.engine?.view.span : null
    if (span) for (const engine of others(cell)) engine.view.follow(span)
  }
  const align = () => viewed(active)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the link is switched on; later the charts report their moves
  useEffect(align, [links.time])
  return {
    viewed,
    pointed(cell: number, time: number | null) {
      if (links.crosshair) for (const engine of others(cell)) engine.pointAt(time)
    },
  }
}
