import { useTranslations } from 'use-intl'
import type { AssetClass } from '#src/contract/market.ts'
import { useSite } from '../../page/frame-context.ts'
import { PageLink } from '../../page/page-link.tsx'
import { Sparkline } from '../../pictures/sparkline.tsx'
import { useLiveQuote } from '../../showcase/quotes.ts'
import { demoInstrument, products } from '../../showcase/showcase.ts'
import { grouped, shownPrice } from '../../ui/grouped.ts'
import { Change } from '../../ui/icons.tsx'
import { Section } from './section.tsx'
import type { Shown } from './tape.tsx'

type Counts = Partial<Record<AssetClass, number>>

export function ProductGrid({ shown, counts }: { shown: Shown; counts: Counts }) {
  const t = useTranslations('home.product')
  return (
    <Section id="product" no="01" name={t('no')} title={t('title')} lead={t('lead')}>
      <div className="cells">
        {products.map((product) => (
          <Cell key={product.name} product={product} shown={shown[product.code]} count={counts[product.class]} />
        ))}
      </div>
    </Section>
  )
}

type CellProps = {
  product: (typeof products)[number]
  shown: Shown[keyof Shown]
  count: number | undefined
}

function Cell({ product, shown, count }: CellProps) {
  const t = useTranslations('home.product')
  const name = useTranslations('frame.classes')(`${product.name}.name`)
  const { apiUrl } = useSite()
  const { code, decimals } = demoInstrument(product.code)
  const quote = useLiveQuote(apiUrl, code, shown?.quote ?? null)
  const path = `/products/${product.name}`
  return (
    <article>
      <h3>
        <PageLink to={path} className="cell-link">
          {name}
        </PageLink>
        {count !== undefined && <small>{t('count', { count, shown: grouped(count) })}</small>}
      </h3>
      <Sparkline drawing={shown?.spark ?? null} quote={quote} label={t('spark', { code })} />
      <p>
        <b>{code}</b> {quote ? shownPrice(quote.last, decimals) : '—'}{' '}
        {quote && <Change percent={quote.changePercent} />}
      </p>
      {quote && <small>{quote.asOf ? t('asOf', { time: quote.asOf }) : t('today')}</small>}
    </article>
  )
}
