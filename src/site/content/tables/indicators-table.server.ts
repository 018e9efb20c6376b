import { createTranslator } from 'use-intl/core'
import { indicatorNames, indicators } from '#src/contract/indicators/catalogue.ts'
import type { IndicatorSpec } from '#src/contract/indicators/indicator.ts'
import type { Locale } from '#src/contract/locale.ts'
import { wordsOf } from '../../page/words.server.ts'
import { docsWords } from './docs-words.server.ts'
import { markdownTable } from './markdown-table.ts'

/** A line that is full breaks behind the dot. */
const separator = '\u00a0· '

/** Every indicator of the catalogue as a Markdown table: name, parameters with default and range, fields of a row. */
export function indicatorsTable(locale: Locale): string {
  const t = docsWords(locale)
  const say = createTranslator({ locale, messages: wordsOf(locale, ['chart']), namespace: 'chart.indicators.names' })
  const rows = indicatorNames.map((name) => {
    const { params, outputs }: IndicatorSpec = indicators[name]
    const settings = params.map((param) => {
      const bounds = { standard: `${param.default}`, min: `${param.min}`, max: `${param.max}` }
      return `\`${param.name}\` ${t('table.bounds', bounds)}`.replaceAll(' ', '\u00a0')
    })
    const fields = outputs.map((output) => `\`${output.name}\``)
    return [`\`${name}\` ${say(name)}`, settings.join(separator) || '–', fields.join(separator)]
  })
  return markdownTable([t('table.indicator'), t('table.settings'), t('table.answer')], rows)
}
