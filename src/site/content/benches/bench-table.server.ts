import { createTranslator } from 'use-intl/core'
import type { Locale } from '#src/contract/locale.ts'
import { standardWords } from '../../context/words.server.ts'
import { markdownTable } from '../tables/markdown-table.ts'
import type { Figure, FigureId, Figures, Goal } from './figures.ts'
import { runContextTexts } from './run-context-texts.ts'

const files = import.meta.glob<Figures>('/src/site/content/benches/figures.json', { import: 'default', eager: true })
/** Units that are printed after a value. Other units are part of the row's text. */
const shownUnits = ['/s', 'ms', 's', 'MiB']

type Shown = Figure & { id: FigureId }

export function benchTable(
  bench: string,
  locale: Locale,
  figures = files['/src/site/content/benches/figures.json'] ?? {},
): string {
  const t = createTranslator({ locale, messages: standardWords(locale, ['benches']), namespace: 'benches' })
  const found = figures[bench]
  if (!found) return t('missing', { command: `\`npm run bench -- ${bench}\`` })
  const amount = amountIn(locale)
  const goalOf = ({ goal, unit, met }: Figure): string =>
    goal ? `${t(met ? 'met' : 'missed')}: ${boundOf(goal, unit, amount)}` : ''
  const head = (['figure', 'value', 'baseline', 'ratio', 'goal'] as const).map((name) => t(`columns.${name}`))
  const rows = found.figures.filter(isShown).map((figure) => {
    const { id, value, unit, baseline, ratio } = figure
    const theirs = baseline ? amount(baseline.value, unit) : ''
    return [t(`rows.${id}`), amount(value, unit), theirs, ratio === undefined ? '' : amount(ratio, ''), goalOf(figure)]
  })
  const where = t('measured', { command: `\`${found.command}\``, ...runContextTexts(found, locale) })
  return `${where}\n\n${markdownTable(head, rows)}`
}

function isShown(figure: Figure): figure is Shown {
  return figure.id !== undefined
}

/** Separates a number from its sign or unit. */
const noBreak = '\u00a0'

type AmountIn = (value: number, unit: string) => string

function amountIn(locale: Locale): AmountIn {
  return (value, unit) => {
    const digits = value >= 1_000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 }
    const text = value.toLocaleString(locale, digits)
    if (!shownUnits.includes(unit)) return text
    return unit.startsWith('/') ? text + unit : `${text}${noBreak}${unit}`
  }
}

function boundOf(goal: Goal, unit: string, amount: AmountIn): string {
  const [name = '', bound = 0] = Object.entries(goal)[0] ?? []
  const sign = name.endsWith('Least') ? '≥' : '≤'
  return `${sign}${noBreak}${name.startsWith('ratio') ? `${amount(bound, '')}${noBreak}×` : amount(bound, unit)}`
}
