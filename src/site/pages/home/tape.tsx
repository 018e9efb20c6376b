import { useTranslations } from 'use-intl'
import { useSite } from '../../context/site-context.ts'
import type { SparklineDrawing } from '../../pictures/sparkline.tsx'
import type { Picture } from '../../pictures/unpictured.tsx'
import { knownOf, type Read } from '../../reads/read.ts'
import { Missing } from '../../reads/shown.tsx'
import { useLiveQuote } from '../../showcase/quotes.ts'
import type { Figure } from '../../showcase/showcase.ts'
import { type DemoCode, demoInstruments } from '../../showcase/showcase.ts'
import { shownPrice } from '../../ui/grouped.ts'
import { Change } from '../../ui/icons.tsx'

/** The copies of the strip: enough to fill wide screens and to repeat the strip without a seam. */
const copies = [0, 1, 2, 3]

/** The figures of the instruments at rendering, and the lines of their sessions. */
export type Shown = Record<DemoCode, { quote: Read<Figure>; spark: Picture<SparklineDrawing> }>

export function Tape({ shown }: { shown: Shown }) {
  const t = useTranslations('home.tape')
  return (
    <section className="perforated tape" aria-label={t('label')}>
      <div className="tape-strip">
        {copies.map((copy) => (
          <ul key={copy} aria-hidden={copy > 0 || undefined}>
            {demoInstruments.map(({ code, decimals }) => (
              <Entry key={code} code={code} decimals={decimals} sent={shown[code].quote} />
            ))}
          </ul>
        ))}
      </div>
    </section>
  )
}

function Entry({ code, decimals, sent }: { code: DemoCode; decimals: number; sent: Read<Figure> }) {
  const { apiUrl } = useSite()
  const quote = useLiveQuote(apiUrl, code, knownOf(sent))
  return (
    <li>
      <b>{code}</b> {quote ? shownPrice(quote.last, decimals) : <Missing read={sent} />}{' '}
      {quote && <Change percent={quote.changePercent} />} {quote?.asOf && <small>{quote.asOf}</small>}
    </li>
  )
}
