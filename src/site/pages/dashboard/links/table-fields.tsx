import { useTranslations } from 'use-intl'
import { type SheetKind, sheetIntervals, sheetRowsMax, sheetSymbolsMax } from '#src/contract/account/sheet-choices.ts'
import { Field, SelectField, TextAreaField } from '../../../ui/field.tsx'

/** The fields for the table of a link: one instrument's bars, or the prices of several instruments. */
export function TableFields({ kind, error }: { kind: SheetKind; error: string | undefined }) {
  const t = useTranslations('dashboard.links')
  if (kind === 'prices')
    return (
      <TextAreaField
        label={t('symbols')}
        hint={t('symbolsHint', { max: String(sheetSymbolsMax) })}
        name="symbols"
        rows={4}
        required
        spellCheck={false}
        error={error}
      />
    )
  return (
    <>
      <Field
        label={t('symbol')}
        hint={t('symbolHint')}
        name="symbol"
        maxLength={50}
        required
        autoComplete="off"
        spellCheck={false}
        error={error}
      />
      <SelectField label={t('interval')} name="interval" defaultValue="1d">
        {sheetIntervals.map((interval) => (
          <option key={interval} value={interval}>
            {t(`intervals.${interval}`)}
          </option>
        ))}
      </SelectField>
      <Field
        label={t('rows', { max: sheetRowsMax })}
        name="rows"
        type="number"
        min={1}
        max={sheetRowsMax}
        defaultValue={100}
        required
      />
      <SelectField label={t('adjust')} hint={t('adjustHint')} name="adjust" defaultValue="split">
        {(['none', 'split', 'all'] as const).map((choice) => (
          <option key={choice} value={choice}>
            {t(`adjusts.${choice}`)}
          </option>
        ))}
      </SelectField>
    </>
  )
}
