import { useTranslations } from 'use-intl'
import { type ChartTheme, lineColor } from '../engine/layers/theme.ts'
import { lineColors } from '../state/drawings.ts'

type ColorChoiceProps = {
  label: string
  theme: ChartTheme
  /** An index in the theme's line colours; undefined is the accent. */
  value: number | undefined
  /** Whether the accent is offered as well. */
  accent?: boolean
  choose(color: number | undefined): void
}

export function ColorChoice({ label, theme, value, accent = false, choose }: ColorChoiceProps) {
  const t = useTranslations('chart.colors')
  const indexes = [...(accent ? [undefined] : []), ...Array.from({ length: lineColors }, (_, index) => index)]
  return (
    <fieldset className="flow color-choice" aria-label={label}>
      {indexes.map((index) => (
        <button
          key={index ?? 'accent'}
          type="button"
          aria-pressed={value === index}
          aria-label={index === undefined ? t('accent') : t(`line${index as 0}`)}
          onClick={() => choose(index)}
        >
          <i style={{ background: index === undefined ? theme.accent : lineColor(theme, index) }} aria-hidden="true" />
        </button>
      ))}
    </fieldset>
  )
}
