import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { IndicatorName } from '#src/contract/indicators/catalogue.ts'
import type { BarInterval } from '#src/contract/market.ts'
import { useSite } from '../context/site-context.ts'
import { PageLink } from '../page/page-link.tsx'

const intervals = ['5m', '1h', '1d', '1w'] as const satisfies readonly BarInterval[]

type LiveChartProps = {
  /** The demo instrument's ticker in the chart. */
  ticker: string
  interval?: BarInterval
  shown?: readonly IndicatorName[]
  label: string
  /** Shown until the chart has its bars, and without scripts. */
  children: ReactNode
}

type Embed = typeof import('../chart/embed/chart-embed.tsx').ChartEmbed

/**
 * The chart embedded in a page. The chart's scripts load when a reader sees the chart, long after the page's scripts.
 */
export function LiveChart({ ticker, interval = '1d', shown = [], label, children }: LiveChartProps) {
  const t = useTranslations('embed')
  const { apiUrl } = useSite()
  const box = useRef<HTMLDivElement>(null)
  const [Embed, setEmbed] = useState<Embed | null>(null)
  const [chosen, setChosen] = useState<BarInterval>(interval)
  const [isReady, setReady] = useState(false)
  const ready = useCallback(() => setReady(true), [])
  useEffect(() => {
    const load = async (left: AbortSignal) => {
      const { ChartEmbed } = await import('../chart/embed/chart-embed.tsx')
      if (!left.aborted) setEmbed(() => ChartEmbed)
    }
    return box.current ? whenInView(box.current, (left) => void load(left)) : undefined
  }, [])
  return (
    <figure className="card column live-chart">
      <figcaption>
        <b className="num">{ticker}</b>
        <span className="live-intervals needs-script">
          {intervals.map((one) => (
            <button key={one} type="button" aria-pressed={one === chosen} onClick={() => setChosen(one)}>
              {one}
            </button>
          ))}
        </span>
        <PageLink
          to={`/chart?symbol=${encodeURIComponent(ticker)}&interval=${chosen}`}
          className="btn btn-small btn-outline push-end"
        >
          {t('openChart')}
        </PageLink>
      </figcaption>
      <div ref={box} className="live-plot" data-ready={isReady || undefined}>
        {!isReady && <div className="live-stand-in">{children}</div>}
        {Embed && <Embed {...{ apiUrl, ticker, shown, label, ready }} interval={chosen} />}
      </div>
    </figure>
  )
}

/** Events that show that a reader is active. A phone that only opens the page loads no chart. */
const signs = ['pointermove', 'pointerdown', 'scroll', 'keydown', 'wheel'] as const
const wide = '(width >= 1024px)'

/** Calls `then` once, when the element is in view. On a small screen, a sign of an active reader is required too. */
function whenInView(element: HTMLElement, then: (left: AbortSignal) => void): () => void {
  const left = new AbortController()
  const { signal } = left
  let isSeen = false
  let isThere = matchMedia(wide).matches
  const startIfSeen = () => {
    if (!isSeen || !isThere) return
    watcher.disconnect()
    for (const sign of signs) removeEventListener(sign, noticed)
    then(signal)
  }
  const noticed = () => {
    isThere = true
    startIfSeen()
  }
  const watcher = new IntersectionObserver((entries) => {
    isSeen = entries.some((entry) => entry.isIntersecting)
    startIfSeen()
  })
  watcher.observe(element)
  for (const sign of signs) addEventListener(sign, noticed, { signal, passive: true })
  signal.addEventListener('abort', () => watcher.disconnect())
  return () => left.abort()
}
