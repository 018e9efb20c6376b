import { useId } from 'react'
import { useTranslations } from 'use-intl'
import type { PricedMarket } from './priced-plans.server.ts'

export type MarketName = Pick<PricedMarket, 'id' | 'name' | 'type'>

type MarketChoiceProps = {
  markets: readonly MarketName[]
  chosen: MarketName
  onChoose: (marketId: string) => void
}

const types = ['integrated', 'region', 'future', 'fund'] as const

/** The four kinds of market as tabs. A kind with several regions has a list of the regions beside it. */
export function MarketChoice({ markets, chosen, onChoose }: MarketChoiceProps) {
  const t = useTranslations('pricing.markets')
  const type = useTranslations('plans.types')
  const id = useId()
  const ofType = markets.filter((market) => market.type === chosen.type)
  return (
    <div className="flow gap-12 top-32 market-choice needs-script">
      <fieldset className="seg">
        <legend className="sr-only">{t('label')}</legend>
        {types.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === chosen.type}
            onClick={() => onChoose(markets.find((market) => market.type === one)?.id ?? chosen.id)}
          >
            {type(one)}
          </button>
        ))}
      </fieldset>
      {ofType.length > 1 && (
        <label htmlFor={id}>
          <span className="sr-only">{t('place')}</span>
          <select id={id} className="input" value={chosen.id} onChange={(event) => onChoose(event.target.value)}>
            {ofType.map((market) => (
              <option key={market.id} value={market.id}>
                {market.name}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  )
}
