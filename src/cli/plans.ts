import { problemMessage } from '#src/locales/problem-message.ts'
import { parseInstant } from '#src/market/calendar/instant.ts'
import { type Difference, differencesOf } from '#src/plans/editions/difference.ts'
import { documentText, type ReadDocument, readDocument } from '#src/plans/editions/document.ts'
import {
  cancelPublication,
  discardDraft,
  type Plans,
  publishPlans,
  readPlans,
  saveDraft,
} from '#src/plans/editions/editions.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from './terminal/actor.ts'
import { dryRun, one, parse } from './terminal/arguments.ts'
import { show } from './terminal/checked.ts'
import { readNamed } from './terminal/named-files.ts'

const seenOption = { version: { type: 'string' } } as const

const exportPlans: Command = {
  name: 'plans export',
  usage: 'plans export [--draft | --edition <n>]',
  summary: 'Print the published plans, the draft or an older edition as JSON, to edit and import',
  async run(ctx, args, io) {
    const { values } = parse(args, { draft: { type: 'boolean' }, edition: { type: 'string' } })
    if (values.draft && values.edition !== undefined) throw new SettingsError(`Usage: ${this.usage}`)
    const plans = await readPlans(ctx, actor)
    io.print(documentText(editionOf(plans, values).document))
  },
}

const importPlans: Command = {
  name: 'plans import',
  usage: 'plans import <file> [--version <n>]',
  summary: 'Make a file the draft; with --version only if nobody changed the plans since "plans history" showed it',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, seenOption)
    const path = one(positionals, this.usage)
    const read = documentIn(await readNamed(io, path), path)
    if (read.kind === 'refused') {
      const messages = read.problems.map((problem) => problemMessage('en-US', problem))
      throw new SettingsError([`${path} was not imported.`, ...messages].join('\n'))
    }
    const before = (await readPlans(ctx, actor)).draft
    const saved = await saveDraft(ctx, actor, { document: read.document, version: versionOf(values.version) })
    if (before) io.print(`The draft of ${textOf(before.changedAt)} was replaced.`)
    if (before?.publishAt) io.print(`It is no longer published by itself on ${textOf(before.publishAt)}.`)
    io.print(`Draft ${saved.number} has ${countOf(saved.differences)}. "plans publish" sells by it.`)
  },
}

const diff: Command = {
  name: 'plans diff',
  usage: 'plans diff [--edition <n>] [--json]',
  summary: 'Every difference between the published plans and the draft, or between an older edition and the published',
  async run(ctx, args, io) {
    const { values } = parse(args, { edition: { type: 'string' } })
    const plans = await readPlans(ctx, actor)
    const { published } = plans
    const [before, after] =
      values.edition === undefined
        ? [published, editionOf(plans, { draft: true })]
        : [editionOf(plans, values), published]
    const differences = differencesOf(before.document, after.document)
    io.print(`Edition ${before.number} → ${after.number}: ${countOf(differences)}.`)
    for (const difference of differences) show(io, difference, lineOf(difference))
  },
}

const publish: Command = {
  name: 'plans publish',
  usage: 'plans publish [--at <time> | --never] [--version <n>] [--dry-run]',
  summary: 'Sell by the draft, now or from a time on; --never takes a planned publication back',
  async run(ctx, args, io) {
    const { values } = parse(args, { ...seenOption, ...dryRun, at: { type: 'string' }, never: { type: 'boolean' } })
    const version = versionOf(values.version)
    if (values.never && values.at !== undefined) throw new SettingsError(`Usage: ${this.usage}`)
    if (values.never) {
      if (values['dry-run']) throw new SettingsError('--dry-run shows what a publication would change.')
      await cancelPublication(ctx, actor, { version })
      io.print('The draft waits for "plans publish".')
      return
    }
    const at = values.at === undefined ? null : parseInstant(values.at)
    if (values.at !== undefined && at === null)
      throw new SettingsError(`--at ${values.at} is not a time. Write it as 2026-12-01T00:00:00Z.`)
    if (values['dry-run']) {
      const plans = await readPlans(ctx, actor)
      const draft = editionOf(plans, { draft: true })
      const differences = differencesOf(plans.published.document, draft.document)
      io.print(`Edition ${draft.number} would be sold, with ${countOf(differences)}:`)
      for (const difference of differences) io.print(lineOf(difference))
      return
    }
    const published = await publishPlans(ctx, actor, { version, at })
    const isLater = published.at > ctx.clock.now()
    io.print(`Edition ${published.number} is sold ${isLater ? `from ${textOf(published.at)} on` : 'from now on'}.`)
  },
}

const discard: Command = {
  name: 'plans discard',
  usage: 'plans discard [--version <n>]',
  summary: 'Throw the draft away',
  async run(ctx, args, io) {
    const { values } = parse(args, seenOption)
    await discardDraft(ctx, actor, { version: versionOf(values.version) })
    io.print('The draft is gone.')
  },
}

const history: Command = {
  name: 'plans history',
  usage: 'plans history [--json]',
  summary: 'Every edition with the time in which it was sold, the draft, and the version for --version',
  async run(ctx, args, io) {
    parse(args, {})
    const { history: editions, draft, version } = await readPlans(ctx, actor)
    for (const [at, { number, publishedAt }] of editions.entries()) {
      const end = editions[at + 1]?.publishedAt
      const line = `Edition ${number}  ${textOf(publishedAt ?? 0)} to ${end ? textOf(end) : 'now'}`
      show(io, { edition: number, publishedAt, end: end ?? null }, line)
    }
    if (draft) {
      const { number, changedAt, publishAt } = draft
      const line = `Draft ${number}  changed ${textOf(changedAt)}${planned(publishAt)}`
      show(io, { draft: number, changedAt, publishAt }, line)
    }
    show(io, { version }, `Version ${version}`)
  },
}

export const planCommands: readonly Command[] = [exportPlans, importPlans, diff, publish, discard, history]

function planned(publishAt: number | null): string {
  return publishAt === null ? '' : `, planned for ${textOf(publishAt)}`
}

function editionOf({ published, draft, history: editions }: Plans, flags: { draft?: boolean; edition?: string }) {
  if (flags.draft) {
    if (!draft) throw new SettingsError('There is no draft. "plans import" makes one.')
    return draft
  }
  if (flags.edition === undefined) return published
  const found = editions.find(({ number }) => String(number) === flags.edition)
  if (!found) throw new SettingsError(`There is no published edition ${flags.edition}.`)
  return found
}

function documentIn(text: string, name: string): ReadDocument {
  try {
    return readDocument(JSON.parse(text))
  } catch (cause) {
    throw new SettingsError(`${name} is not JSON.`, { cause })
  }
}

function versionOf(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^\d{1,12}$/.test(text)) throw new SettingsError(`--version ${text} is not a number.`)
  return Number(text)
}

function countOf(differences: readonly Difference[]): string {
  return differences.length === 1 ? '1 difference' : `${differences.length} differences`
}

function lineOf({ plan, field, before, after }: Difference): string {
  if (field === 'plan') return `  ${plan}  ${after === undefined ? 'is no longer sold' : 'is new'}`
  return `  ${plan ?? 'all plans'}  ${field}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`
}

function textOf(time: number): string {
  return new Date(time).toISOString()
}
