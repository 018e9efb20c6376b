/**
 * `npm run bench` runs every bench, `npm run bench -- <name> …` some, with options (`Options`). Exits with 1 when a goal is
 * missed.
 */
import { readdirSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Bench, Options, Row } from './bench.ts'

const folder = import.meta.dirname
const known = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))
  .sort()

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const { names: asked, options } = readArguments(args)
  const unknown = asked.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    process.stderr.write(`There is no bench "${unknown}". There are: ${known.join(', ')}.\n`)
    return 2
  }
  console.log(`${cpus().length} cores, ${(totalmem() / 1024 ** 3).toFixed(0)} GiB, Node ${process.version}`)
  let missed = 0
  for (const name of asked.length > 0 ? asked : known) missed += await runOne(name, options)
  if (missed > 0) console.log(`\n${missed} ${missed === 1 ? 'goal' : 'goals'} missed`)
  return missed > 0 ? 1 : 0
}

function readArguments(args: string[]): { names: string[]; options: Options } {
  const { values, positionals: names } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      customers: { type: 'string', default: '100000' },
      folder: { type: 'string' },
      gib: { type: 'string', default: '1' },
      rows: { type: 'string', default: '100000000' },
    },
  })
  const { customers, folder = null, gib, rows } = values
  return { names, options: { customers: Number(customers), folder, gib: Number(gib), rows: Number(rows) } }
}

async function runOne(name: string, options: Options): Promise<number> {
  const { bench }: { bench: Bench } = await import(join(folder, `${name}.bench.ts`))
  console.log(`\n${name}: ${bench.about}`)
  const rows: Row[] = []
  const report = { row: (row: Row) => void rows.push(row), note: (line: string) => console.log(`  ${line}`) }
  await bench.run(report, options)
  printTable(rows)
  return rows.filter((row) => held(row) === false).length
}

function printTable(rows: readonly Row[]): void {
  const cells = rows.map((row) => [row.what, `${figure(row.value)} ${row.unit}`, ratioText(row), goalText(row)])
  const widths = [0, 1, 2].map((column) => Math.max(0, ...cells.map((cell) => cell[column]?.length ?? 0)))
  for (const cell of cells)
    console.log(
      `  ${cell
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('   ')
        .trimEnd()}`,
    )
}

function figure(value: number): string {
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString('en-US')
  return value.toPrecision(3)
}

function ratio(row: Row): number | null {
  return row.baseline ? row.value / row.baseline.value : null
}

function ratioText(row: Row): string {
  const value = ratio(row)
  return value === null || !row.baseline
    ? ''
    : `${value.toFixed(2)} of ${row.baseline.what} (${figure(row.baseline.value)} ${row.unit})`
}

/** Whether the goal is met; null without one. */
function held({ value, goal, ...row }: Row): boolean | null {
  if (!goal) return null
  if ('atLeast' in goal) return value >= goal.atLeast
  if ('atMost' in goal) return value <= goal.atMost
  const share = ratio({ ...row, value }) ?? Number.NaN
  return 'ratioAtLeast' in goal ? share >= goal.ratioAtLeast : share <= goal.ratioAtMost
}

function goalText(row: Row): string {
  const { goal } = row
  if (!goal) return ''
  const [name = '', bound = 0] = Object.entries(goal)[0] ?? []
  const words = `${name.startsWith('ratio') ? 'ratio ' : ''}${name.endsWith('Least') ? '≥' : '≤'} ${figure(bound)}`
  return `${held(row) ? 'ok' : 'MISSED'} (${words})`
}
