import { useTranslations } from 'use-intl'
import { type ChartTheme, lineColor } from '../engine/layers/theme.ts'
import { lineColors } from '../state/drawings.ts'

type ColorChoiceProps = {
  label: string
  theme: ChartTheme
  /** A place in the theme's line colours; undefined is the accent. */
  value: number | undefined
  /** Offers the accent, too. */
  accent?: boolean
  choose(color: number | undefined): void
}

/** The colours of a theme as a row of buttons. */
export function ColorChoice({ label, theme, value, accent = false, choose }: ColorChoiceProps) {
  const t = useTranslations('chart.colors')
  const places = [...(accent ? [undefined] : []), ...Array.from({ length: lineColors }, (_, place) => place)]
  return (
    <fieldset className="color-choice" aria-label={label}>
      {places.map((place) => (
        <button
          key={place ?? 'accent'}
          type="button"
          aria-pressed={value === place}
          aria-label={place === undefined ? t('accent') : t(`line${place as 0}`)}
          onClick={() => choose(place)}
        >
          <i style={{ background: place === undefined ? theme.accent : lineColor(theme, place) }} aria-hidden="true" />
        </button>
      ))}
    </fieldset>
  )
}
