import { type Dispatch, useState } from 'react'
import { useTranslations } from 'use-intl'
import { readCookie, setUpColour } from '../../../browser/reader-cookies.ts'
import { useSite } from '../../../context/site-context.ts'
import { adjustments, type ChartAction, type ChartState } from '../../state/chart-state.ts'

const upChoices = [
  { colour: null, words: 'upStandard' },
  { colour: 'green', words: 'upGreen' },
  { colour: 'red', words: 'upRed' },
] as const

type SettingsMenuProps = {
  state: ChartState
  dispatch: Dispatch<ChartAction>
  /** Opens the dialog for the look of the chart. */
  more(): void
}

export function SettingsMenu({ state, dispatch, more }: SettingsMenuProps) {
  const t = useTranslations('chart.settings')
  const look = useTranslations('chart.look')
  const { secure } = useSite()
  const [up, setUp] = useState(() => readCookie('upcolor') || null)
  return (
    <>
      <label>
        <input type="checkbox" checked={state.volume} onChange={() => dispatch({ do: 'volume' })} />
        {t('volume')}
      </label>
      <label>
        <input type="checkbox" checked={state.sessions} onChange={() => dispatch({ do: 'sessions' })} />
        {t('sessions')}
      </label>
      <p className="drop-title">{t('adjust')}</p>
      {adjustments.map((adjust) => (
        <button
          key={adjust}
          type="button"
          aria-pressed={state.adjust === adjust}
          onClick={() => dispatch({ do: 'adjust', adjust })}
        >
          {t(`adjustments.${adjust}`)}
        </button>
      ))}
      <p className="drop-title">{t('upColour')}</p>
      {upChoices.map(({ colour, words }) => (
        <button
          key={words}
          type="button"
          aria-pressed={up === colour}
          onClick={() => {
            setUpColour(colour, secure)
            setUp(colour)
          }}
        >
          {t(words)}
        </button>
      ))}
      <i className="drop-sep" />
      <button type="button" onClick={more}>
        {look('more')}
      </button>
    </>
  )
}
