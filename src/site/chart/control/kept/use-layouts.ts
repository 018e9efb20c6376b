import { useEffect, useRef, useState } from 'react'
import { callRoute } from '../../../browser/call-route.ts'
import { browserLayouts, type KeptLayout, keepBrowserLayouts, readLayouts, writeLayout } from './kept-layouts.ts'

export type Layouts = {
  kept: readonly KeptLayout[]
  /** The read of the stored layouts. Unless it is `known`, there may be layouts that are not in `kept`. */
  read: 'loading' | 'failed' | 'known'
  account: boolean
  /** Stores a layout in place of a layout with the same name; false when it could not be stored. */
  keep(layout: KeptLayout): Promise<boolean>
  remove(name: string): Promise<boolean>
}

export function useLayouts(signedIn: boolean): Layouts {
  const [kept, setKept] = useState<readonly KeptLayout[]>([])
  const [read, setRead] = useState<Layouts['read']>('loading')
  const changes = useRef(0)

  useEffect(() => {
    if (!signedIn) {
      setKept(browserLayouts())
      setRead('known')
      return
    }
    let left = false
    const readAccount = async () => {
      const before = changes.current
      const answer = await callRoute('GET /api/chart/layouts', {})
      if (left) return
      setRead(answer.ok ? 'known' : 'failed')
      if (!answer.ok) return
      // The response may be older than a change that was stored in the meantime.
      if (changes.current !== before) void readAccount()
      else setKept(readLayouts(answer.data.layouts))
    }
    void readAccount()
    return () => {
      left = true
    }
  }, [signedIn])

  const change = async (edit: Edit, send: () => Promise<{ ok: boolean }>) => {
    const done = signedIn ? (await send()).ok : keepBrowserLayouts(edit(browserLayouts()))
    if (!done) return false
    changes.current++
    setKept(edit)
    return true
  }
  return {
    kept,
    read,
    account: signedIn,
    keep: (layout) =>
      change(
        (now) => withLayout(now, layout),
        () => callRoute('PUT /api/chart/layouts', { body: writeLayout(layout) }),
      ),
    remove: (name) =>
      change(
        (now) => now.filter((one) => one.name !== name),
        () => callRoute('POST /api/chart/layouts/remove', { body: { name } }),
      ),
  }
}

type Edit = (now: readonly KeptLayout[]) => readonly KeptLayout[]

function withLayout(now: readonly KeptLayout[], layout: KeptLayout): readonly KeptLayout[] {
  const known = now.some(({ name }) => name === layout.name)
  return known ? now.map((one) => (one.name === layout.name ? layout : one)) : [...now, layout]
}
