import { Clock } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { BarInterval } from '#src/contract/market.ts'

type IntervalRowProps = { id: string; interval: BarInterval; active: boolean; choose(): void; point(): void }

/** The row of the search that changes the interval instead of the symbol. */
export function IntervalRow({ id, interval, active, choose, point }: IntervalRowProps) {
  const t = useTranslations('chart')
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input, which names the active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the input opens the active row
    <div
      id={id}
      role="option"
      aria-selected={active}
      className="symbol-row interval-row"
      onClick={choose}
      onPointerMove={() => active || point()}
    >
      <span className="symbol-logos" aria-hidden="true">
        <Clock size={16} />
      </span>
      <b className="symbol-code">{t(`intervalLabels.${interval}`)}</b>
      <span className="symbol-name">{t('search.asInterval', { interval: t(`intervals.${interval}`) })}</span>
    </div>
  )
}
