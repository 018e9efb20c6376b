import { useEffect, useState } from 'react'
import { browserLayouts, type KeptLayout, keepBrowserLayouts, readLayouts } from './kept-layouts.ts'

const path = '/api/chart/layouts'

export type Layouts = {
  kept: readonly KeptLayout[]
  /** True where they are kept in the account. */
  account: boolean
  /** Replaces all; false when they could not be kept. */
  keep(layouts: readonly KeptLayout[]): Promise<boolean>
}

/** Layouts of the account when signed in, else of this browser. */
export function useLayouts(signedIn: boolean): Layouts {
  const [kept, setKept] = useState<readonly KeptLayout[]>([])

  useEffect(() => {
    if (!signedIn) {
      setKept(browserLayouts())
      return
    }
    const abort = new AbortController()
    fetch(path, { headers: { Accept: 'application/json' }, signal: abort.signal })
      .then(async (response) => {
        const answer: { code: number; data: { layouts: unknown } | null } = await response.json()
        if (answer.code === 0) setKept(readLayouts(answer.data?.layouts))
      })
      .catch(() => setKept([]))
    return () => abort.abort()
  }, [signedIn])

  const keep = async (layouts: readonly KeptLayout[]): Promise<boolean> => {
    const before = kept
    setKept(layouts)
    const done = signedIn ? await keepInAccount(layouts) : keepBrowserLayouts(layouts)
    if (!done) setKept(before)
    return done
  }
  return { kept, account: signedIn, keep }
}

async function keepInAccount(layouts: readonly KeptLayout[]): Promise<boolean> {
  const response = await fetch(path, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ layouts }),
  }).catch(() => null)
  return response?.ok ?? false
}
