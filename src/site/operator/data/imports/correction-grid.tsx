import type { KeyboardEvent } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { RefusedRow } from '#src/contract/operator/imports.ts'
import { useReasonWords } from './reason-words.ts'
import './correction-grid.css'
import { TextInput } from '../../../ui/typing/text-input.tsx'

type CorrectionGridProps = {
  columns: readonly string[]
  rows: readonly RefusedRow[]
  mayCorrect: boolean
  /** The rules that corrected rows still break, by the lines of the rows. */
  faults: Readonly<Record<string, string>>
}

/**
 * The refused rows as a table of fields. Enter and the arrow keys move to the same column of another row; Enter in the
 * last row moves to the buttons.
 */
export function CorrectionGrid({ columns, rows, mayCorrect, faults }: CorrectionGridProps) {
  const t = useTranslations('operatorData.quarantine')
  const words = useReasonWords()
  const format = useFormatter()
  const width = Math.max(columns.length, ...rows.map(({ cells }) => cells.length))
  const positions = Array.from({ length: width }, (_, at) => at)
  const nameOf = (at: number) => columns[at] || t('column', { number: String(at + 1) })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must scroll sideways by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className="dense-scroll" role="group" aria-label={t('title')} tabIndex={0}>
      <table className="dense correction-grid">
        <caption className="sr-only">{t('title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('line')}</th>
            {positions.map((at) => (
              <th key={at} scope="col">
                {nameOf(at)}
              </th>
            ))}
            <th scope="col">{t('reason')}</th>
          </tr>
        </thead>
        <tbody onKeyDown={moveByKey}>
          {rows.map(({ line, version, reason, cells }) => {
            const fault = faults[line]
            return (
              <tr key={`${line}:${version}`} data-marked={fault !== undefined || undefined}>
                <td data-kind="mono" data-label={t('line')}>
                  <label className="inline-middle data-pick">
                    <input
                      type="checkbox"
                      name="row"
                      value={`${line}:${version}`}
                      aria-label={t('pick', { line: String(line) })}
                    />
                    <span className="num">{format.number(line)}</span>
                  </label>
                  {mayCorrect && (
                    <input type="hidden" name="was" value={JSON.stringify({ line, version, cells, width })} />
                  )}
                </td>
                {positions.map((at) => (
                  <td key={at} data-kind="mono" data-label={nameOf(at)}>
                    {mayCorrect ? (
                      <TextInput
                        className="input input-dense num"
                        name={`cells-${line}`}
                        defaultValue={cells[at] ?? ''}
                        size={Math.min(32, Math.max(6, (cells[at] ?? '').length + 1))}
                        maxLength={1_000}
                        aria-label={t('cell', { column: nameOf(at), line: String(line) })}
                        aria-invalid={fault === undefined ? undefined : true}
                        aria-describedby={`rule-${line}`}
                        data-column={at}
                        autoComplete="off"
                        spellCheck={false}
                      />
                    ) : (
                      cells[at]
                    )}
                  </td>
                ))}
                <td data-label={t('reason')} id={`rule-${line}`}>
                  {fault === undefined ? (
                    words(reason)
                  ) : (
                    <span className="field-error" role="alert">
                      {t('still', { rule: words(fault) })}
                    </span>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const steps: Readonly<Record<string, number>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }

function moveByKey(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = steps[event.key]
  const cell = event.target
  if (step === undefined || event.nativeEvent.isComposing || !(cell instanceof HTMLInputElement)) return
  const { column } = cell.dataset
  if (column === undefined) return
  event.preventDefault()
  const cells = [...event.currentTarget.querySelectorAll<HTMLInputElement>(`[data-column="${column}"]`)]
  const next = cells[cells.indexOf(cell) + step]
  if (next) next.focus()
  else if (event.key === 'Enter') cell.form?.querySelector<HTMLElement>('button[value="correct"]')?.focus()
}
