import { type AssetClass, assetClasses } from '#src/contract/market.ts'
import { isFindingKind, isFindingState } from '#src/contract/operator/data/finding-kinds.ts'
import { startCheck } from '#src/market/checks/check-bars.ts'
import { acceptFinding, listFindings, reopenFinding } from '#src/market/checks/findings.ts'
import { finishJob } from '#src/market/console/job-loop.ts'
import type { DataJob } from '#src/market/jobs/jobs.ts'
import type { SaidScope } from '#src/market/jobs/scope.ts'
import { previewRecompute, startRecompute } from '#src/market/recompute/recompute.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Command, CommandIo } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { progressBar } from '#src/platform/text/progress-bar.ts'
import { actor } from '../terminal/actor.ts'
import { one, parse } from '../terminal/arguments.ts'
import { show } from '../terminal/checked.ts'
import { aboutOne } from '../terminal/list-and-act.ts'

const shownMax = 200
const scopeFlags = {
  class: { type: 'string' },
  region: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
} as const
const scopeUsage = '[<class:CODE$REGION>] [--class stock] [--region us] [--from 2026-01-01] [--to 2026-01-31]'

const verify: Command = {
  name: 'verify bars',
  usage: `verify bars ${scopeUsage} [--json]`,
  summary:
    'Check stored bars: gaps, series that stopped, prices outside high and low, jumps, days without volume, unlisted splits',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, scopeFlags)
    const { result } = await follow(ctx, await startCheck(ctx, actor, scopeOf(positionals, values, this.usage)), io)
    const { findings = 0, mended = 0 } = result
    show(io, { findings, mended }, `${findings} new findings, ${mended} are mended. List them: findings list`)
  },
}

const recompute: Command = {
  name: 'recompute bars',
  usage: `recompute bars ${scopeUsage} [--all] [--dry-run]`,
  summary: 'Build minutes from recorded ticks: missing ones, with --all those that differ too. At most 31 days',
  async run(ctx, args, io) {
    const flags = { ...scopeFlags, all: { type: 'boolean' }, 'dry-run': { type: 'boolean' } } as const
    const { values, positionals } = parse(args, flags)
    const way = values.all ? ('all' as const) : ('missing' as const)
    const input = { ...scopeOf(positionals, values, this.usage), way }
    const { instruments, counted, added, changed, samples } = await previewRecompute(ctx, actor, input)
    io.print(`${counted} of ${instruments} instruments with ticks counted: ${added} minutes missing, ${changed} differ`)
    for (const { key, time, before, after } of samples)
      io.print(`${key}  ${new Date(time).toISOString()}  ${before?.join(' ') ?? 'missing'} → ${after.join(' ')}`)
    if (values['dry-run']) return
    const { result } = await follow(ctx, await startRecompute(ctx, actor, input), io)
    io.print(`${result.added ?? 0} minutes are added, ${result.changed ?? 0} replaced.`)
  },
}

const list: Command = {
  name: 'findings list',
  usage:
    'findings list [--state open|accepted|mended] [--kind gap|stopped|outside|jump|no_volume|split] [--after <id>] [--json]',
  summary: 'What checks of stored bars found, the newest first',
  async run(ctx, args, io) {
    const flags = { state: { type: 'string' }, kind: { type: 'string' }, after: { type: 'string' } } as const
    const { values } = parse(args, flags)
    const { state = 'open', kind, after } = values
    if (!isFindingState(state) || (kind !== undefined && !isFindingKind(kind)) || !/^\d{0,18}$/.test(after ?? ''))
      throw new SettingsError(`Usage: ${this.usage}`)
    const page = await listFindings(ctx, actor, { state, kind }, { limit: shownMax, after: after ?? null })
    if (page.findings.length === 0) io.print('None.')
    for (const finding of page.findings) {
      const { id, kind, class: assetClass, code, region, interval, first, last, detail, note } = finding
      const span = [...new Set([first, last])].map((time) => new Date(time).toISOString().slice(0, 16)).join(' to ')
      const figures = Object.entries(detail).map(([name, value]) => `${name} ${value}`)
      const parts = [id, kind, `${assetClass}:${code}$${region}`, interval, span, figures.join(', '), note]
      show(io, finding, parts.join('  ').trimEnd())
    }
    if (page.next !== null) show(io, { after: page.next }, `More: --after ${page.next}`)
  },
}

const accept: Command = {
  name: 'findings accept',
  usage: 'findings accept <id> [--note <text>]',
  summary: 'Accept what was found as it is: later checks do not bring it up again',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { note: { type: 'string' } })
    const id = idOf(one(positionals, this.usage))
    await acceptFinding(ctx, actor, { id, version: null, note: values.note ?? '' })
    io.print(`Finding ${id} is accepted.`)
  },
}

const reopen = aboutOne('findings reopen <id>', 'Take an acceptance back', async (ctx, named) => {
  const id = idOf(named)
  await reopenFinding(ctx, actor, { id, version: null })
  return `Finding ${id} is open again.`
})

export const checkCommands: readonly Command[] = [verify, recompute, list, accept, reopen]

type Flags = { [name in keyof typeof scopeFlags]?: string | undefined }

function scopeOf(
  positionals: readonly string[],
  { class: requestedClass, region, from, to }: Flags,
  usage: string,
): SaidScope {
  const assetClass: AssetClass | undefined = assetClasses.find((name) => name === requestedClass)
  if (positionals.length > 1 || (requestedClass !== undefined && !assetClass))
    throw new SettingsError(`Usage: ${usage}`)
  return { symbol: positionals[0], class: assetClass, region, from, to }
}

/** Runs the job in this process, or follows the process that runs it, until the job ends. */
async function follow(ctx: Platform, id: string, io: CommandIo): Promise<DataJob> {
  const onProgress = ({ done, total }: DataJob) =>
    io.progress(`${progressBar(done / total)}, ${done} of ${total} instruments`)
  const job = await finishJob(ctx, id, { signal: io.signal, onProgress })
  if (job.state !== 'done') throw new SettingsError(`Job ${id} is ${job.state} after ${job.done} instruments.`)
  return job
}

function idOf(text: string): string {
  if (!/^\d{1,18}$/.test(text)) throw new SettingsError(`"${text}" is no number of a finding.`)
  return text
}
