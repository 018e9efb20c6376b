import { createTranslator } from 'use-intl/core'
import { type IndicatorName, indicatorNames, indicators } from '#src/contract/indicators/catalogue.ts'
import type { IndicatorSpec } from '#src/contract/indicators/indicator.ts'
import type { Locale } from '#src/contract/locale.ts'
import enUS from '#src/locales/en-US/indicator-formulas.ts'
import { loadWords } from '#src/locales/load-words.ts'
import { standardWords } from '../../context/words.server.ts'
import { docsWords } from './docs-words.server.ts'
import { markdownTable } from './markdown-table.ts'

/** A line that is too long breaks after the dot, never before it. */
const separator = '\u00a0· '

const formulas = await loadWords('indicator-formulas', enUS)

/** Every indicator of the catalogue as a Markdown table: name, parameters with default and range, fields of a row. */
export function indicatorsTable(locale: Locale): string {
  const t = docsWords(locale)
  const rows = indicatorNames.map((name) => [nameCell(locale, name), settingsCell(locale, name), fieldsCell(name)])
  return markdownTable([t('table.indicator'), t('table.settings'), t('table.answer')], rows)
}

/** The indicators that a chart draws in `pane`, each with its formula, parameters and fields. */
export function formulasTable(locale: Locale, pane: IndicatorSpec['pane']): string {
  const t = docsWords(locale)
  const rows = indicatorNames
    .filter((name) => indicators[name].pane === pane)
    .map((name) => [
      nameCell(locale, name),
      formulas[locale][name].replaceAll('|', '\\|'),
      settingsCell(locale, name),
      fieldsCell(name),
    ])
  return markdownTable([t('table.indicator'), t('table.formula'), t('table.settings'), t('table.answer')], rows)
}

function nameCell(locale: Locale, name: IndicatorName): string {
  const say = createTranslator({
    locale,
    messages: standardWords(locale, ['chart']),
    namespace: 'chart.indicators.names',
  })
  return `\`${name}\` ${say(name)}`
}

function settingsCell(locale: Locale, name: IndicatorName): string {
  const t = docsWords(locale)
  const { params }: IndicatorSpec = indicators[name]
  const settings = params.map((param) => {
    const bounds = { standard: `${param.default}`, min: `${param.min}`, max: `${param.max}` }
    return `\`${param.name}\` ${t('table.bounds', bounds)}`.replaceAll(' ', '\u00a0')
  })
  return settings.join(separator) || '–'
}

function fieldsCell(name: IndicatorName): string {
  const { outputs }: IndicatorSpec = indicators[name]
  return outputs.map((output) => `\`${output.name}\``).join(separator)
}
