import { useTranslations } from 'use-intl'
import type { AssetClass } from '#src/contract/market.ts'
import { useSite } from '../../frame/frame-context.ts'
import { PageLink } from '../../frame/page-link.tsx'
import { useLiveQuote } from '../../live/quotes.ts'
import { demoInstrument, demoSymbols, products, type ShownBar } from '../../showcase.ts'
import { Change } from '../../ui/icons.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { Section } from './section.tsx'
import { type Bars, closingQuote, shownPrice } from './tape.tsx'

type Counts = Partial<Record<AssetClass, number>>

export function ProductGrid({ bars, counts }: { bars: Bars; counts: Counts }) {
  const t = useTranslations('home.product')
  return (
    <Section id="product" no="01" name={t('no')} title={t('title')} lead={t('lead')}>
      <div className="cells">
        {products.map((product) => (
          <Cell key={product.name} product={product} bars={bars[product.code] ?? []} count={counts[product.class]} />
        ))}
      </div>
    </Section>
  )
}

type CellProps = { product: (typeof products)[number]; bars: readonly ShownBar[]; count: number | undefined }

function Cell({ product, bars, count }: CellProps) {
  const t = useTranslations('home.product')
  const name = useTranslations('frame.classes')(`${product.name}.name`)
  const { apiUrl } = useSite()
  const { code, decimals } = demoInstrument(product.code)
  const quote = useLiveQuote(apiUrl, demoSymbols, code, closingQuote(bars))
  const path = `/products/${product.name}`
  return (
    <article>
      <h3>
        <PageLink to={path} className="cell-link">
          {name}
        </PageLink>
        {count !== undefined && <small>{t('count', { count })}</small>}
      </h3>
      <Sparkline values={bars.map((bar) => bar.close)} label={t('spark', { code, days: String(bars.length) })} />
      <p>
        <b>{code}</b> {quote ? shownPrice(quote.last, decimals) : '—'}{' '}
        {quote && <Change percent={quote.changePercent} />}
      </p>
    </article>
  )
}
