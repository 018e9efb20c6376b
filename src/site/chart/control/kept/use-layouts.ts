import { useEffect, useState } from 'react'
import { ask } from '../../../browser/ask.ts'
import { browserLayouts, type KeptLayout, keepBrowserLayouts, readLayouts, writeLayout } from './kept-layouts.ts'

export type Layouts = {
  kept: readonly KeptLayout[]
  account: boolean
  /** Keeps one in place of the one with its name; false when it could not be kept. */
  keep(layout: KeptLayout): Promise<boolean>
  remove(name: string): Promise<boolean>
}

export function useLayouts(signedIn: boolean): Layouts {
  const [kept, setKept] = useState<readonly KeptLayout[]>([])

  useEffect(() => {
    if (!signedIn) {
      setKept(browserLayouts())
      return
    }
    let left = false
    void ask('GET /api/chart/layouts', {}).then((answer) => {
      if (!left && answer.ok) setKept(readLayouts(answer.data.layouts))
    })
    return () => {
      left = true
    }
  }, [signedIn])

  const change = async (next: readonly KeptLayout[], send: () => Promise<{ ok: boolean }>) => {
    const done = signedIn ? (await send()).ok : keepBrowserLayouts(next)
    if (done) setKept(next)
    return done
  }
  return {
    kept,
    account: signedIn,
    keep: (layout) => {
      const known = kept.some(({ name }) => name === layout.name)
      const next = known ? kept.map((one) => (one.name === layout.name ? layout : one)) : [...kept, layout]
      return change(next, () => ask('PUT /api/chart/layouts', { body: writeLayout(layout) }))
    },
    remove: (name) => {
      const next = kept.filter((one) => one.name !== name)
      return change(next, () => ask('POST /api/chart/layouts/remove', { body: { name } }))
    },
  }
}
