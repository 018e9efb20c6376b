import { useTranslations } from 'use-intl'
import { useSite } from '../../context/site-context.ts'
import type { SparklineDrawing } from '../../pictures/sparkline.tsx'
import { useLiveQuote } from '../../showcase/quotes.ts'
import type { Figure } from '../../showcase/showcase.ts'
import { type DemoCode, demoInstruments } from '../../showcase/showcase.ts'
import { shownPrice } from '../../ui/grouped.ts'
import { Change } from '../../ui/icons.tsx'

/** Number of copies of the strip. It must fill wide screens and repeat without a seam. */
const copies = [0, 1, 2, 3]

/** For each instrument with a price: its figures at rendering, and the line of its session. */
export type Shown = Partial<Record<DemoCode, { quote: Figure; spark: SparklineDrawing | null }>>

export function Tape({ shown }: { shown: Shown }) {
  const t = useTranslations('home.tape')
  return (
    <section className="perforated tape" aria-label={t('label')}>
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

function Entry({ code, decimals, sent }: { code: DemoCode; decimals: number; sent: Figure | null }) {
  const { apiUrl } = useSite()
  const quote = useLiveQuote(apiUrl, code, sent)
  return (
    <li>
      <b>{code}</b> {quote ? shownPrice(quote.last, decimals) : '—'} {quote && <Change percent={quote.changePercent} />}{' '}
      {quote?.asOf && <small>{quote.asOf}</small>}
    </li>
  )
}
