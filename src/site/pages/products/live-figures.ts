import { useEffect, useState } from 'react'
import { useLocale } from 'use-intl'
import { knownOf, type Read } from '../../reads/read.ts'
import type { Figure } from '../../showcase/showcase.ts'

/** `code` and `exchange` identify the instrument; `exchange` is written as in the catalogue. */
export type LiveFigures = ({ code: string; exchange: string } & Figure)[]

const everyMs = 2_000
/** A longer pause after a failure, so that many readers do not overload a busy site. */
const afterFailureMs = 15_000

export type FigureOf = (row: { code: string; place: string; quote: Read<Figure> }) => Figure | null

/**
 * The rows' newest figures, fetched every 2 s while the page is visible. A row shows the page's own figure until a
 * newer figure arrives.
 */
export function useLiveFigures(product: string): { figureOf: FigureOf; live: boolean } {
  const locale = useLocale()
  const [figures, setFigures] = useState<ReadonlyMap<string, Figure> | null>(null)
  useEffect(() => {
    const left = new AbortController()
    const { signal } = left
    let timer: ReturnType<typeof setTimeout> | undefined
    const poll = async () => {
      const got = document.visibilityState === 'visible' ? await read(locale, product, signal) : undefined
      if (signal.aborted) return
      if (got !== undefined) setFigures(got)
      timer = setTimeout(() => void poll(), got === null ? afterFailureMs : everyMs)
    }
    void poll()
    return () => {
      left.abort()
      clearTimeout(timer)
    }
  }, [locale, product])
  const figureOf: FigureOf = ({ code, place, quote: sent }) => {
    const quote = knownOf(sent)
    const live = figures?.get(`${code}$${place}`)
    return live && !(quote && quote.time >= live.time) ? live : quote
  }
  return { figureOf, live: figures !== null && figures.size > 0 }
}

async function read(locale: string, product: string, signal: AbortSignal): Promise<Map<string, Figure> | null> {
  try {
    const response = await fetch(`/${locale}/products/${product}/live.json`, { signal })
    if (!response.ok) return null
    const rows = (await response.json()) as LiveFigures
    return new Map(rows.map(({ code, exchange, ...figure }) => [`${code}$${exchange}`, figure]))
  } catch {
    return null
  }
}
