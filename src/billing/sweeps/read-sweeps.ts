import { type Problem, problemOf } from '#src/contract/errors.ts'
import { isRecord } from '#src/contract/record.ts'
import type { SweepLine } from './record-sweeps.ts'

export type ReadSweeps = { kind: 'ok'; lines: SweepLine[] } | { kind: 'refused'; problem: Problem }

const columns = ['network', 'address', 'txHash', 'amount'] as const

/** Reads JSON lines, or CSV whose first line names the columns. */
export function readSweeps(text: string): ReadSweeps {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((written, at) => ({ written: written.trim(), line: at + 1 }))
    .filter(({ written }) => written !== '')
  const [first, ...rest] = lines
  if (!first) return { kind: 'ok', lines: [] }
  if (first.written.startsWith('{')) return readJsonLines(lines)
  const names = first.written.split(',').map((name) => name.trim())
  if (columns.some((column) => !names.includes(column)))
    return { kind: 'refused', problem: problemOf('sweep_columns', { columns: columns.join(',') }) }
  const read = rest.map(({ written, line }) => {
    const cells = written.split(',').map((cell) => cell.trim())
    return fromFields(Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])), line)
  })
  return { kind: 'ok', lines: read }
}

function readJsonLines(lines: readonly { written: string; line: number }[]): ReadSweeps {
  const read: SweepLine[] = []
  for (const { written, line } of lines) {
    const fields = readJson(written)
    if (!fields) return { kind: 'refused', problem: problemOf('sweep_not_json', { line }) }
    read.push(fromFields(fields, line))
  }
  return { kind: 'ok', lines: read }
}

function readJson(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

function fromFields(fields: Record<string, unknown>, line: number): SweepLine {
  const text = (name: (typeof columns)[number]) => String(fields[name] ?? '')
  return { line, network: text('network'), address: text('address'), txHash: text('txHash'), amount: text('amount') }
}
