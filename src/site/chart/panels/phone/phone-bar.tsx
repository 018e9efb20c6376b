import { ChartLine, ChevronDown, Ellipsis, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { BarInterval } from '#src/contract/market.ts'
import { codeOf } from '../../state/symbols/symbol.ts'
import { IntervalMenu } from '../menus/interval-menu.tsx'

export type SheetTab = 'draw' | 'indicators' | 'compare' | 'market' | 'more'

type PhoneBarProps = {
  ticker: string
  interval: BarInterval
  choose(interval: BarInterval): void
  search(): void
  open: SheetTab | null
  toggle(tab: SheetTab): void
}

const buttons = [
  { tab: 'draw', icon: <TrendingUp size={20} /> },
  { tab: 'indicators', icon: <ChartLine size={20} /> },
  { tab: 'more', icon: <Ellipsis size={20} /> },
] as const satisfies readonly { tab: SheetTab; icon: ReactNode }[]

/** The main toolbar of the chart on a phone. The space at its start is for the button of the site's menu. */
export function PhoneBar({ ticker, interval, choose, search, open, toggle }: PhoneBarProps) {
  const t = useTranslations('chart')
  return (
    <div className="middle phone-bar" role="toolbar" aria-label={t('toolbar.label')}>
      <button type="button" className="tool phone-symbol" aria-label={t('toolbar.symbol', { ticker })} onClick={search}>
        <b className="cut">{codeOf(ticker)}</b>
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      <IntervalMenu interval={interval} choose={choose} shown={interval} />
      <span className="grow" />
      {buttons.map(({ tab, icon }) => (
        <button
          key={tab}
          type="button"
          className="tool"
          aria-label={t(`sheet.${tab}`)}
          aria-expanded={open === tab}
          data-open={open === tab || undefined}
          onClick={() => toggle(tab)}
        >
          <span aria-hidden="true">{icon}</span>
        </button>
      ))}
    </div>
  )
}
