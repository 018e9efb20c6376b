import { type Dispatch, useState } from 'react'
import { useTranslations } from 'use-intl'
import { indicators } from '#src/contract/indicators/catalogue.ts'
import { defaultParams, readParams } from '#src/contract/indicators/compute.ts'
import type { IndicatorSpec } from '#src/contract/indicators/indicator.ts'
import { TextInput } from '../../ui/typing/text-input.tsx'
import type { ChartTheme } from '../engine/layers/theme.ts'
import { ColorChoice } from '../panels/color-choice.tsx'
import { type ChartAction, indicatorLabel, type ShownIndicator } from '../state/chart-state.ts'
import { Modal } from './modal.tsx'

type IndicatorSettingsProps = {
  one: ShownIndicator
  /** The colours of the indicator's outputs, as indexes of the theme's line colours. */
  shownColors: readonly number[]
  theme: ChartTheme
  dispatch: Dispatch<ChartAction>
  close(): void
}

export function IndicatorSettings({ one, shownColors, theme, dispatch, close }: IndicatorSettingsProps) {
  const t = useTranslations('chart.indicators')
  const all = useTranslations('chart')
  const spec: IndicatorSpec = indicators[one.name]
  const [texts, setTexts] = useState<Record<string, string>>(() => textsOf(one.params))
  const [colors, setColors] = useState(shownColors)
  const read = readParams(one.name, texts)
  const wrong = read.kind === 'refused' ? read.param : null
  return (
    <Modal title={indicatorLabel(one)} closeLabel={all('search.close')} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (read.kind !== 'ok') return
          dispatch({ do: 'setIndicator', id: one.id, params: read.params, colors })
          close()
        }}
      >
        <div className="settings-fields">
          {spec.params.map(({ name, min, max, step }) => (
            <label key={name} className="field">
              <span className="field-label">{t(`params.${name as 'period'}`)}</span>
              <TextInput
                className="input num"
                type="number"
                min={min}
                max={max}
                step={step}
                required
                text={texts[name] ?? ''}
                aria-invalid={wrong === name || undefined}
                onText={(text) => setTexts({ ...texts, [name]: text })}
              />
              <span className={wrong === name ? 'field-error' : 'quiet'}>{t('bounds', { min, max })}</span>
            </label>
          ))}
          {spec.outputs.map(({ name, draw }, at) =>
            draw === 'histogram' ? null : (
              <div key={name} className="field">
                <span className="field-label">{spec.outputs.length > 1 ? t('colorOf', { name }) : t('color')}</span>
                <ColorChoice
                  label={t('colorOf', { name })}
                  theme={theme}
                  value={colors[at]}
                  choose={(color = 0) => setColors(colors.with(at, color))}
                />
              </div>
            ),
          )}
        </div>
        <div className="dialog-foot">
          <button type="button" className="btn btn-outline" onClick={() => setTexts(textsOf(defaultParams(one.name)))}>
            {t('standard')}
          </button>
          <button type="submit" className="btn btn-accent" disabled={read.kind !== 'ok'}>
            {t('apply')}
          </button>
        </div>
      </form>
    </Modal>
  )
}

function textsOf(params: Readonly<Record<string, number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
}
