import { type Dispatch, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { Pulse } from '../control/use-engine.ts'
import type { ChartEngine } from '../engine/chart-engine.ts'
import type { ChartAction, ChartState } from '../state/chart-state.ts'

type AxisButtonsProps = { engine: ChartEngine | null; pulse: Pulse; state: ChartState; dispatch: Dispatch<ChartAction> }

export function AxisButtons({ engine, pulse, state, dispatch }: AxisButtonsProps) {
  const t = useTranslations('chart')
  useSyncExternalStore(pulse.subscribe, pulse.read, () => 0)
  const fitted = engine?.isFitted ?? true
  const button = (on: boolean, text: string, label: string, act: () => void) => (
    <button type="button" className="tool" aria-pressed={on} aria-label={label} title={label} onClick={act}>
      {text}
    </button>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lay out as a toolbar group in all browsers
    <div className="axis-buttons" role="group" aria-label={t('axis.label')}>
      {button(state.scale === 'percent', '%', t('toolbar.percent'), () => dispatch({ do: 'scale', scale: 'percent' }))}
      {button(state.scale === 'log', t('axis.log'), `${t('axis.log')}: ${t('toolbar.log')}`, () =>
        dispatch({ do: 'scale', scale: 'log' }),
      )}
      {button(fitted, t('axis.auto'), `${t('axis.auto')}: ${t('axis.autoTitle')}`, () => engine?.fit(!fitted))}
    </div>
  )
}
