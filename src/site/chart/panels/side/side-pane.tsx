import { useTranslations } from 'use-intl'
import { useMarketNow } from '../../control/market/use-market.ts'
import { Details } from './details.tsx'
import { OrderBook } from './order-book.tsx'
import type { SidePaneProps } from './side-pane-props.ts'
import { TradeList } from './trade-list.tsx'
import { WatchlistPanel } from './watchlist-panel.tsx'

export function SidePane(props: SidePaneProps) {
  const { instrument, state, zone } = props
  const market = useMarketNow(props.market)
  const t = useTranslations('chart.market')
  return (
    <section className="column side-pane" aria-label={t('label')}>
      <WatchlistPanel {...props} />
      {instrument && <Details instrument={instrument} market={market} state={state} zone={zone} />}
      {instrument && (
        <div className="side-market">
          <OrderBook book={market.book} decimals={instrument.decimals} again={market.again} />
          <TradeList trades={market.trades} decimals={instrument.decimals} zone={zone} again={market.again} />
        </div>
      )}
    </section>
  )
}
