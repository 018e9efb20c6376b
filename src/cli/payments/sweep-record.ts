import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { recordSweeps, type SweepLine } from '#src/billing/sweeps/record-sweeps.ts'
import { isRecord } from '#src/contract/record.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { parse, spoken } from '../terminal/arguments.ts'

const problemsShown = 20

export const sweepRecord: Command = spoken({
  name: 'payments sweep record',
  usage: 'payments sweep record --file <sweeps.csv|sweeps.jsonl>',
  summary: 'Record the transfers of the signing tool: network, address, txHash, amount; all of them or none',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { file: { type: 'string' } })
    if (!values.file || positionals.length > 0) throw new SettingsError(`Usage: ${this.usage}`)
    const lines = readSweeps(await readFile(resolve(io.cwd, values.file), 'utf8'))
    if (lines.length === 0) throw new SettingsError(`${values.file} names no transfer.`)
    const outcome = await recordSweeps(ctx, { kind: 'operator-cli' }, lines)
    if ('problems' in outcome) {
      const told = outcome.problems.slice(0, problemsShown).map(({ line, problem }) => `Line ${line} ${problem}.`)
      throw new SettingsError(['Nothing was recorded.', ...told].join('\n'))
    }
    io.print(`${outcome.recorded} recorded, ${outcome.known} known already.`)
  },
})

const columns = ['network', 'address', 'txHash', 'amount'] as const

/** JSON lines, or CSV whose first line names the columns. */
export function readSweeps(text: string): SweepLine[] {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((written, at) => ({ written: written.trim(), line: at + 1 }))
    .filter(({ written }) => written !== '')
  const [first, ...rest] = lines
  if (!first) return []
  if (first.written.startsWith('{')) return lines.map(({ written, line }) => fromFields(readJson(written, line), line))
  const names = first.written.split(',').map((name) => name.trim())
  const missing = columns.filter((column) => !names.includes(column))
  if (missing.length > 0) throw new SettingsError(`The first line must name the columns ${columns.join(',')}.`)
  return rest.map(({ written, line }) => {
    const cells = written.split(',').map((cell) => cell.trim())
    return fromFields(Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])), line)
  })
}

function readJson(text: string, line: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return value
  } catch {
    // The check below reports it.
  }
  throw new SettingsError(`Line ${line} is not a JSON object.`)
}

function fromFields(fields: Record<string, unknown>, line: number): SweepLine {
  const text = (name: (typeof columns)[number]) => String(fields[name] ?? '')
  return { line, network: text('network'), address: text('address'), txHash: text('txHash'), amount: text('amount') }
}
