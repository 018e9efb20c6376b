import { useEffect, useState } from 'react'
import { quotaPause } from '../data/bar-loader.ts'
import type { ChartInstrument, MarketSource } from '../data/market-source.ts'

/** The instrument of a ticker. The previous instrument is returned until the new instrument is loaded. */
export function useInstrument(
  source: MarketSource,
  ticker: string,
  refused: (error: unknown) => void,
): { instrument: ChartInstrument | null; failure: unknown; retry(): void } {
  const [known, setKnown] = useState<{ instrument: ChartInstrument | null; failure: unknown }>({
    instrument: null,
    failure: null,
  })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt requests the instrument again and calls `refused` once
  useEffect(() => {
    const abort = new AbortController()
    setKnown((before) => (before.failure ? { ...before, failure: null } : before))
    source.instrument(ticker, abort.signal).then(
      (instrument) => !abort.signal.aborted && setKnown({ instrument, failure: null }),
      (failure: unknown) => {
        if (abort.signal.aborted) return
        setKnown((before) => ({ ...before, failure }))
        refused(failure)
        const pause = quotaPause(failure)
        if (pause !== null) setTimeout(() => !abort.signal.aborted && setAttempt((before) => before + 1), pause)
      },
    )
    return () => abort.abort()
  }, [source, ticker, attempt])

  return { ...known, retry: () => setAttempt((before) => before + 1) }
}
