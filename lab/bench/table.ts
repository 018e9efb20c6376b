import type { Figure } from '#src/site/content/benches/figures.ts'

export function tableOf(found: readonly { bench: string; figure: Figure }[]): string {
  const cells = found.map(({ bench, figure }) => [
    ...[bench, figure.figure, `${numberText(figure.value)} ${figure.unit}`.trimEnd()],
    ...[ratioText(figure), goalText(figure)],
  ])
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...cells.map((cell) => cell[column]?.length ?? 0)))
  const line = (cell: string[]) => cell.map((text, column) => text.padEnd(widths[column] ?? 0)).join('   ')
  return cells.map((cell) => line(cell).trimEnd()).join('\n')
}

function numberText(value: number): string {
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString('en-US')
  return value.toPrecision(3)
}

function ratioText({ ratio, baseline, unit }: Figure): string {
  if (ratio === undefined || !baseline) return ''
  return `${ratio.toFixed(2)} of ${baseline.what} (${`${numberText(baseline.value)} ${unit}`.trimEnd()})`
}

function goalText({ goal, met }: Figure): string {
  if (!goal) return ''
  const [name = '', bound = 0] = Object.entries(goal)[0] ?? []
  const sign = name.endsWith('Least') ? '≥' : '≤'
  return `${met ? 'ok' : 'MISSED'} (${name.startsWith('ratio') ? 'ratio ' : ''}${sign} ${numberText(bound)})`
}
