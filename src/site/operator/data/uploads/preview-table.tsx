import { useTranslations } from 'use-intl'
import { type ColumnName, columnNames } from '#src/contract/data/reading.ts'
import type { FilePreview } from './use-preview.ts'
import './preview-table.css'

const ofKind = {
  bars: columnNames.filter((name) => !['price', 'size', 'side', 'bid', 'ask'].includes(name)),
  ticks: columnNames.filter((name) => !['open', 'high', 'low', 'close', 'volume', 'turnover'].includes(name)),
}

type PreviewTableProps = {
  file: FilePreview
  /** The kind of the file if its columns can be chosen; null if they are fixed. */
  kind: keyof typeof ofKind | null
  onMap(map: string): void
}

/** The first rows of a file, with the assumed meaning of each column, which the reader can change. */
export function PreviewTable({ file: { columns, rows }, kind, onMap }: PreviewTableProps) {
  const t = useTranslations('operatorData.upload')
  const choose = (at: number, chosen: string) => {
    const parts = columns.flatMap(({ is }, index) => {
      const name = index === at ? chosen : is === chosen ? null : is
      return name ? [`${name}=#${index + 1}`] : []
    })
    onMap(parts.join(','))
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must scroll sideways by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className="dense-scroll preview-table" role="group" aria-label={t('firstRows')} tabIndex={0}>
      <table className="dense">
        <caption className="sr-only">{t('firstRows')}</caption>
        <thead>
          <tr>
            {columns.map(({ name, is }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file are known by their positions
              <th key={at} scope="col" data-unused={(kind !== null && is === null) || undefined}>
                {kind && (
                  <select
                    className="input input-dense"
                    aria-label={t('columnOf', { name: name || String(at + 1) })}
                    value={is ?? ''}
                    onChange={(event) => {
                      event.stopPropagation()
                      choose(at, event.target.value)
                    }}
                  >
                    <option value="">{t('unused')}</option>
                    {ofKind[kind].map((ours: ColumnName) => (
                      <option key={ours} value={ours}>
                        {t(`columns.${ours}`)}
                      </option>
                    ))}
                  </select>
                )}
                <span className="num">{name || t('unnamed', { number: String(at + 1) })}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file are known by their positions
            <tr key={row}>
              {columns.map(({ is }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={at} data-kind="mono" data-unused={(kind !== null && is === null) || undefined}>
                  {cells[at] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
