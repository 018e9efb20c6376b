import { isRowReason } from '#src/contract/values/import-kind.ts'
import { rowReasonMessage } from '#src/locales/row-reason.ts'
import { correctRows } from '#src/market/quarantine/correct.ts'
import { discardRows, listImports, type PickedRows, readImport } from '#src/market/quarantine/quarantine.ts'
import { releaseRows } from '#src/market/quarantine/release.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from '../terminal/actor.ts'
import { dryRun, one, parse } from '../terminal/arguments.ts'
import { show } from '../terminal/checked.ts'

const shownMax = 200
const pickFlags = {
  line: { type: 'string', multiple: true },
  reason: { type: 'string' },
  all: { type: 'boolean' },
  ...dryRun,
} as const

const runs: Command = {
  name: 'import list',
  usage: 'import list [--waiting] [--json]',
  summary: 'The newest imports; --waiting: those with refused rows that wait for a person',
  async run(ctx, args, io) {
    const { values } = parse(args, { waiting: { type: 'boolean' } })
    const page = { limit: 50, after: null }
    const { rows } = await listImports(ctx, actor, { onlyWaiting: values.waiting === true }, page)
    if (rows.length === 0) io.print('No imports.')
    for (const run of rows) {
      const { id, state, kind, target, file, rows: read, accepted, waiting } = run
      const parts = [id, state, kind, target || file, `${read} rows`, `${accepted} taken`, `${waiting} wait`]
      show(io, run, parts.join('  '))
    }
  },
}

const list: Command = {
  name: 'quarantine list',
  usage: 'quarantine list <import> [--reason <reason>] [--after <line>] [--json]',
  summary: 'Refused rows of an import that wait: line, reason, row',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { reason: { type: 'string' }, after: { type: 'string' } })
    const after = Number(values.after ?? 0)
    if (!Number.isSafeInteger(after)) throw new SettingsError(`Usage: ${this.usage}`)
    const id = importOf(one(positionals, this.usage))
    const opened = await readImport(ctx, actor, { id, reason: values.reason, after, limit: shownMax })
    io.print(opened.reasons.map(({ reason, count }) => `${reason} ${count}`).join(', ') || 'No rows wait.')
    for (const { line, reason, content } of opened.rows)
      show(io, { line, reason, content }, `${line}  ${reason}  ${content}`)
    if (opened.next !== null) show(io, { after: opened.next }, `More: --after ${opened.next}`)
  },
}

const correct: Command = {
  name: 'quarantine correct',
  usage: 'quarantine correct <import> --line <line> --row <text>',
  summary: 'Replace the text of a refused row; release it afterwards',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { line: { type: 'string' }, row: { type: 'string' } })
    const line = Number(values.line)
    const importId = importOf(one(positionals, this.usage))
    if (!Number.isSafeInteger(line) || values.row === undefined) throw new SettingsError(`Usage: ${this.usage}`)
    const rows = [{ line, version: null, content: values.row }]
    const { refused } = await correctRows(ctx, actor, { importId, rows, release: false })
    for (const { reason } of refused) throw new SettingsError(`Line ${line} is not changed: ${ruleOf(reason)}.`)
    io.print(`Line ${line} is corrected.`)
  },
}

const release: Command = {
  name: 'quarantine release',
  usage: 'quarantine release <import> --line <line>… | --reason <reason> | --all [--exchange-high-low] [--dry-run]',
  summary: 'Import refused rows as they stand now; outliers count. --exchange-high-low exchanges the two prices before',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { ...pickFlags, 'exchange-high-low': { type: 'boolean' } })
    const importId = importOf(one(positionals, this.usage))
    const fix = values['exchange-high-low'] ? ('exchange_high_low' as const) : undefined
    const picked = pickedOf(values, this.usage)
    if (values['dry-run']) return io.print(`${await countOf(ctx, importId, picked)} rows would be imported again.`)
    const { released, refused } = await releaseRows(ctx, actor, { importId, fix, ...picked })
    io.print(`${released} rows are in, ${refused} wait again.`)
  },
}

const discard: Command = {
  name: 'quarantine discard',
  usage: 'quarantine discard <import> --line <line>… | --reason <reason> | --all [--dry-run]',
  summary: 'Drop refused rows, at most 20,000 a call; their file in the quarantine folder stays',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, pickFlags)
    const importId = importOf(one(positionals, this.usage))
    const picked = pickedOf(values, this.usage)
    if (values['dry-run']) return io.print(`${await countOf(ctx, importId, picked)} rows would be dropped.`)
    io.print(`${await discardRows(ctx, actor, { importId, ...picked })} rows are dropped.`)
  },
}

export const quarantineCommands: readonly Command[] = [runs, list, correct, release, discard]

function importOf(text: string): string {
  if (!/^\d{1,18}$/.test(text)) throw new SettingsError(`"${text}" is no number of an import.`)
  return text
}

function ruleOf(reason: string): string {
  return isRowReason(reason) ? rowReasonMessage('en-US', reason) : reason
}

/** The number of picked rows that wait for a decision. */
async function countOf(ctx: Platform, id: string, picked: PickedRows): Promise<number> {
  if ('lines' in picked) return picked.lines.length
  const { reasons } = await readImport(ctx, actor, { id, after: 0, limit: 1 })
  const counted = reasons.filter(({ reason }) => picked.reason === null || reason === picked.reason)
  return counted.reduce((sum, { count }) => sum + count, 0)
}

type Picked = { line?: string[] | undefined; reason?: string | undefined; all?: boolean | undefined }

function pickedOf({ line, reason, all }: Picked, usage: string): PickedRows {
  const lines = (line ?? []).map(Number)
  const named = [lines.length > 0, reason !== undefined, all === true].filter(Boolean).length
  if (named !== 1 || lines.some((one) => !Number.isSafeInteger(one))) throw new SettingsError(`Usage: ${usage}`)
  return lines.length > 0 ? { lines: lines.map((one) => ({ line: one, version: null })) } : { reason: reason ?? null }
}
