import { checkAudit, exportAudit, listAudit } from '#src/audit/audit.ts'
import { chainAll } from '#src/audit/chain.ts'
import { type AuditCursor, type AuditEntry, type AuditFilter, cursorText, readCursor } from '#src/audit/entry.ts'
import type { ChainFault, NotedHead } from '#src/audit/verify.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from './terminal/actor.ts'
import { parse, timeFrom } from './terminal/arguments.ts'
import { show } from './terminal/checked.ts'

const filterUsage = '[--actor <email>] [--subject <id|email>] [--action <name|name.>] [--from <time>] [--to <time>]'
const filterOptions = {
  actor: { type: 'string' },
  subject: { type: 'string' },
  action: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
} as const

const list: Command = {
  name: 'audit list',
  usage: `audit list ${filterUsage} [--limit <n>] [--after <place>] [--json]`,
  summary: 'Who changed what, newest first; --after goes on from the place that the last page ends with',
  async run(ctx, args, io) {
    const { values } = parse(args, { ...filterOptions, limit: { type: 'string' }, after: { type: 'string' } })
    const limit = Number(values.limit ?? 50)
    if (!Number.isInteger(limit) || limit < 1) throw new SettingsError(`Usage: ${this.usage}`)
    const filter = readFilter(values)
    const { entries, next } = await listAudit(ctx, actor, filter, { limit, after: readAuditCursor(values.after) })
    for (const entry of entries) show(io, entry, describeEntry(entry))
    if (entries.length === 0) io.print('Nothing.')
    if (next) show(io, { after: cursorText(next) }, `More: --after ${cursorText(next)}`)
  },
}

const exportAll: Command = {
  name: 'audit export',
  usage: `audit export ${filterUsage}`,
  summary: 'The chained log as JSON lines, oldest first, with the hash of each row',
  async run(ctx, args, io) {
    const { values } = parse(args, filterOptions)
    for await (const { at, ...entry } of exportAudit(ctx, actor, readFilter(values))) {
      io.signal.throwIfAborted()
      io.print(JSON.stringify({ at: new Date(at).toISOString(), ...entry }))
      await io.untilRead?.()
    }
  },
}

const verify: Command = {
  name: 'audit verify',
  usage: 'audit verify [--head <position>:<hash>] [--json]',
  summary: 'Check the chain of all audit rows, and that it still holds a head that was written down before',
  async run(ctx, args, io) {
    const { values } = parse(args, { head: { type: 'string' } })
    await chainAll(ctx)
    const report = await checkAudit(ctx, actor, readHead(values.head))
    for (const fault of report.faults) show(io, fault, `BAD   ${describeFault(fault)}`)
    if (report.faults.length > 0) throw new SettingsError('The audit log was changed.')
    const { rows, unchained, position, hash } = report
    const head = rows > 0 ? `${position}:${hash}` : null
    const lines = [`${rows} rows are chained without a fault; ${unchained} wait.`]
    show(io, { rows, unchained, head }, ...lines, ...(head === null ? [] : [`Head: ${head}`]))
  },
}

function readFilter(values: Partial<Record<keyof typeof filterOptions, string | undefined>>): AuditFilter {
  const { actor: actorId, subject, action, from, to } = values
  const time = (name: 'from' | 'to', text: string | undefined) => timeFrom(name, text) ?? undefined
  return { actorId, subject, action, from: time('from', from), to: time('to', to) }
}

function readAuditCursor(text: string | undefined): AuditCursor | null {
  if (text === undefined) return null
  const cursor = readCursor(text)
  if (!cursor) throw new SettingsError('--after takes what the page before it ended with.')
  return cursor
}

function readHead(text: string | undefined): NotedHead | null {
  if (text === undefined) return null
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (!position || !hash) throw new SettingsError('--head is "<position>:<hash>", as "audit verify" prints it.')
  return { position: Number(position), hash }
}

function describeEntry({ at, actorKind, actorId, action, subject, detail }: AuditEntry): string {
  const more = Object.keys(detail).length > 0 ? `  ${JSON.stringify(detail)}` : ''
  return `${new Date(at).toISOString()}  ${actorKind}${actorId ? ` ${actorId}` : ''}  ${action}  ${subject}${more}`
}

function describeFault(fault: ChainFault): string {
  switch (fault.kind) {
    case 'gap':
      return `row ${fault.position} of the chain is missing`
    case 'changed':
      return `row ${fault.position} of the chain, or the hash before it, was changed`
    case 'value_changed':
      return `the field ${fault.field} of the row with the id ${fault.id} was changed`
    case 'person_changed':
      return `the person behind ${fault.digest} was changed`
    case 'head_missing':
      return `the chain does not hold the head of position ${fault.position}`
  }
}

export const auditCommands: readonly Command[] = [list, exportAll, verify]
