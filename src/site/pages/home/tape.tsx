import { useTranslations } from 'use-intl'
import { useSite } from '../../frame/frame-context.ts'
import { type LiveQuote, useLiveQuote } from '../../live/quotes.ts'
import { type DemoCode, demoInstruments, demoSymbols } from '../../showcase.ts'
import { grouped } from '../../ui/grouped.ts'
import { Change } from '../../ui/icons.tsx'
import type { SparklineDrawing } from '../../ui/sparkline.tsx'

/** Copies of the strip, so that it fills wide screens and can start anew without a seam. */
const copies = [0, 1, 2, 3]

/** Of each instrument that has days: its last close against the one before, until the stream speaks, and its picture. */
export type Shown = Partial<Record<DemoCode, { quote: LiveQuote | null; spark: SparklineDrawing | null }>>

export function Tape({ shown }: { shown: Shown }) {
  const t = useTranslations('home.tape')
  return (
    <section className="tape" aria-label={t('label')}>
      <div className="tape-strip">
        {copies.map((copy) => (
          <ul key={copy} aria-hidden={copy > 0 || undefined}>
            {demoInstruments.map(({ code, decimals }) => (
              <Entry key={code} code={code} decimals={decimals} sent={shown[code]?.quote ?? null} />
            ))}
          </ul>
        ))}
      </div>
    </section>
  )
}

function Entry({ code, decimals, sent }: { code: DemoCode; decimals: number; sent: LiveQuote | null }) {
  const { apiUrl } = useSite()
  const quote = useLiveQuote(apiUrl, demoSymbols, code, sent)
  return (
    <li>
      <b>{code}</b> {quote ? shownPrice(quote.last, decimals) : '—'} {quote && <Change percent={quote.changePercent} />}
    </li>
  )
}

export function shownPrice(price: number, decimals: number): string {
  return grouped(price.toFixed(decimals))
}
