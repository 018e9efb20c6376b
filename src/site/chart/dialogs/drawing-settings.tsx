import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { nameMax, readName } from '#src/contract/values/human-name.ts'
import { TextInput } from '../../ui/typing/text-input.tsx'
import type { Drawing } from '../state/drawings.ts'
import { Modal } from './modal.tsx'

type DrawingSettingsProps = { drawing: Drawing; keep(drawing: Drawing): void; close(): void }

type TypedPoint = { time: string; value: string }

export function DrawingSettings({ drawing, keep, close }: DrawingSettingsProps) {
  const t = useTranslations('chart')
  const [points, setPoints] = useState<readonly TypedPoint[]>(() => drawing.points.map(typed))
  const [text, setText] = useState(drawing.text)
  const read = points.map((point, at) => readPoint(point, drawing.points[at]))
  const name = text === undefined ? null : readName(text, nameMax.note)
  const isWhole = read.every((point) => point !== null) && (name === null || name.kind === 'ok')
  const change = (at: number, patch: Partial<TypedPoint>) =>
    setPoints(points.map((point, one) => (one === at ? { ...point, ...patch } : point)))
  const apply = () => {
    if (!isWhole) return
    const known = read.flatMap((point) => point ?? [])
    keep({ ...drawing, points: known, ...(name?.kind === 'ok' && { text: name.name }) })
    close()
  }
  return (
    <Modal title={t('selected.settings')} closeLabel={t('search.close')} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <div className="settings-fields">
          {text !== undefined && (
            <label className="field">
              <span className="field-label">{t('drawing.text')}</span>
              <TextInput className="input" text={text} maxLength={nameMax.note} onText={setText} />
            </label>
          )}
          {points.map(({ time, value }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the points of a drawing keep their order
            <fieldset key={at} className="point-fields">
              <legend>{t('selected.point', { number: `${at + 1}` })}</legend>
              <label className="field">
                <span className="field-label">{t('selected.time')}</span>
                <TextInput
                  className="input"
                  type="datetime-local"
                  text={time}
                  onText={(time) => change(at, { time })}
                />
              </label>
              <label className="field">
                <span className="field-label">{t('selected.price')}</span>
                <TextInput
                  className="input"
                  inputMode="decimal"
                  text={value}
                  data-first-focus={at === 0 || undefined}
                  onText={(value) => change(at, { value })}
                />
              </label>
            </fieldset>
          ))}
        </div>
        <div className="dialog-foot">
          <button type="submit" className="btn btn-accent" disabled={!isWhole}>
            {t('indicators.apply')}
          </button>
        </div>
      </form>
    </Modal>
  )
}

type Point = Drawing['points'][number]

function typed({ timestamp, value }: Point): TypedPoint {
  return { time: new Date(timestamp).toISOString().slice(0, 16), value: String(value) }
}

/** Parses a point; null while it is invalid. An unchanged time keeps its seconds. */
function readPoint(point: TypedPoint, before: Point | undefined): Point | null {
  const isSame = before !== undefined && typed(before).time === point.time
  const timestamp = isSame ? before.timestamp : Date.parse(`${point.time}Z`)
  const value = point.value.trim() === '' ? Number.NaN : Number(point.value)
  return Number.isFinite(timestamp) && Number.isFinite(value) ? { timestamp, value } : null
}
