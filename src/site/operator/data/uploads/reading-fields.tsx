import { useTranslations } from 'use-intl'
import type { ReadingOptions } from '#src/contract/data/reading.ts'
import { Field, SelectField } from '../../../ui/field.tsx'

/** The values that each field can have, by the keys of their texts. */
const choices = {
  separator: { comma: ',', semicolon: ';', tab: '\t', bar: '|' },
  decimal: { point: '.', comma: ',' },
  times: { text: 'text', s: 's', ms: 'ms', us: 'us', ns: 'ns' },
  dates: { ymd: 'ymd', dmy: 'dmy', mdy: 'mdy' },
} as const
type Name = keyof typeof choices
const names = Object.keys(choices) as Name[]

/** Fields for the format of a text file that can be read in more than one way. */
export function ReadingFields() {
  const t = useTranslations('operatorData.upload.reading')
  return (
    <fieldset className="stack at-start shrink upload-target">
      <legend>{t('title')}</legend>
      <p className="quiet">{t('hint')}</p>
      {names.map((name) => (
        <SelectField key={name} label={t(`${name}.label`)} name={name}>
          <option value="">{t('fromFile')}</option>
          {Object.entries(choices[name]).map(([word, value]) => (
            <option key={word} value={value}>
              {t(`${name}.${word}` as 'separator.comma')}
            </option>
          ))}
        </SelectField>
      ))}
      <Field label={t('zone')} name="zone" maxLength={64} placeholder="America/New_York" autoComplete="off" />
    </fieldset>
  )
}

/**
 * The fields with a chosen value; undefined if no value is chosen. Values are not trimmed, because one choice is the
 * tab character.
 */
export function readingOf(form: FormData): ReadingOptions | undefined {
  const chosen = [...names, 'zone'].flatMap((name) => {
    const value = form.get(name)
    return typeof value === 'string' && value !== '' ? [[name, value]] : []
  })
  return chosen.length === 0 ? undefined : (Object.fromEntries(chosen) as ReadingOptions)
}
