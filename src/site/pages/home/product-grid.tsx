import { useTranslations } from 'use-intl'
import type { AssetClass } from '#src/contract/market.ts'
import { useSite } from '../../context/site-context.ts'
import { PageLink } from '../../page/page-link.tsx'
import { Part, type ServerPart } from '../../parts/part.tsx'
import { Sparkline } from '../../pictures/sparkline.tsx'
import { knownOf } from '../../reads/read.ts'
import { Missing } from '../../reads/shown.tsx'
import { useLiveQuote } from '../../showcase/quotes.ts'
import { demoInstrument, type ProductName, products } from '../../showcase/showcase.ts'
import { grouped, shownPrice } from '../../ui/grouped.ts'
import { Change } from '../../ui/icons.tsx'
import { Section } from './static/section.tsx'
import type { Shown } from './tape.tsx'

type ProductNames = Record<ProductName, string>
type Counts = Partial<Record<AssetClass, number>>

type ProductGridProps = { head: ServerPart | undefined; shown: Shown; counts: Counts; names: ProductNames }

export function ProductGrid({ head, shown, counts, names }: ProductGridProps) {
  return (
    <Section id="product">
      <Part part={head} as="header" />
      <div className="cells">
        {products.map((product) => (
          <Cell
            key={product.name}
            product={product}
            name={names[product.name]}
            shown={shown[product.code]}
            count={counts[product.class]}
          />
        ))}
      </div>
    </Section>
  )
}

type CellProps = {
  product: (typeof products)[number]
  name: string
  shown: Shown[keyof Shown]
  count: number | undefined
}

function Cell({ product, name, shown, count }: CellProps) {
  const t = useTranslations('home.product')
  const { apiUrl } = useSite()
  const { code, decimals } = demoInstrument(product.code)
  const quote = useLiveQuote(apiUrl, code, knownOf(shown.quote))
  const path = `/products/${product.name}`
  return (
    <article>
      <h3>
        <PageLink to={path} className="cell-link">
          {name}
        </PageLink>
        {count !== undefined && <small>{t('count', { count, shown: grouped(count) })}</small>}
      </h3>
      <Sparkline picture={shown.spark} quote={quote} label={t('spark', { code })} />
      <p>
        <b>{code}</b> {quote ? shownPrice(quote.last, decimals) : <Missing read={shown.quote} />}{' '}
        {quote && <Change percent={quote.changePercent} />}
      </p>
      {quote && <small>{quote.asOf ? t('asOf', { time: quote.asOf }) : t('today')}</small>}
    </article>
  )
}
