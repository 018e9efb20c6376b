import { ChartCandlestick } from 'lucide-react'
import type { Dispatch } from 'react'
import { useTranslations } from 'use-intl'
import { type ChartAction, type ChartState, chartTypes } from '../../state/chart-state.ts'
import { DropMenu } from './drop-menu.tsx'

type TypeMenuProps = { state: ChartState; dispatch: Dispatch<ChartAction> }

export function TypeMenu({ state, dispatch }: TypeMenuProps) {
  const t = useTranslations('chart')
  return (
    <DropMenu
      label={t('toolbar.type')}
      value={t(`types.${state.type}`)}
      button={
        <>
          <ChartCandlestick size={16} aria-hidden="true" />
          <span className="wide">{t(`types.${state.type}`)}</span>
        </>
      }
    >
      {(close) =>
        chartTypes.map((type) => (
          <button
            key={type}
            type="button"
            aria-pressed={state.type === type}
            onClick={() => {
              dispatch({ do: 'type', type })
              close()
            }}
          >
            {t(`types.${type}`)}
          </button>
        ))
      }
    </DropMenu>
  )
}
