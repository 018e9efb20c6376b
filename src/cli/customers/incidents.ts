import { incidentImpacts, incidentStages, type StatusIncident, textIn } from '#src/contract/status/status.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { componentsOf } from '#src/status/components/component.ts'
import { listIncidents, openIncident, resolveIncident, updateIncident } from '#src/status/incidents/incidents.ts'
import { actor } from '../terminal/actor.ts'
import { minuteOf, numberOf, one, parse } from '../terminal/arguments.ts'
import { languageFlags } from '../terminal/language-flags.ts'
import { listing } from '../terminal/list-and-act.ts'

const text = { type: 'string' } as const
const titles = languageFlags('title-')
const texts = languageFlags('text-')
const about = { impact: text, components: text }
const stages = incidentStages.filter((stage) => stage !== 'resolved')

const open: Command = {
  name: 'incident open',
  usage: `incident open --impact ${incidentImpacts.join('|')} --components <name,name> ${titles.usage} ${texts.usage}`,
  summary: 'Put an incident on the status page; a title and a text in one language are enough',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { ...about, ...titles.options, ...texts.options })
    const impact = incidentImpacts.find((known) => known === values.impact)
    if (!impact || positionals.length > 0)
      throw new SettingsError(`Usage: ${this.usage}\nComponents: ${componentsOf(ctx).join(', ')}.`)
    const components = listIn(values.components) ?? []
    const written = { titles: titles.texts(values), texts: texts.texts(values) }
    const id = await openIncident(ctx, actor, { impact, components, ...written })
    io.print(`Incident ${id} is on the status page.`)
  },
}

const update: Command = {
  name: 'incident update',
  usage: `incident update <number> [--stage ${stages.join('|')}] [--impact ${incidentImpacts.join('|')}] [--components <name,name>] ${texts.usage}`,
  summary: 'Add an update to an open incident; without --stage: monitoring',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { ...about, stage: text, ...texts.options })
    const id = one(positionals, this.usage)
    const stage = stages.find((known) => known === (values.stage ?? 'monitoring'))
    const impact = incidentImpacts.find((known) => known === values.impact) ?? null
    if (!stage || (values.impact !== undefined && !impact)) throw new SettingsError(`Usage: ${this.usage}`)
    const components = listIn(values.components)
    const change = { stage, impact, components, texts: texts.texts(values) }
    await updateIncident(ctx, actor, { id: numberOf(id), ...change })
    io.print(`Incident ${id} is updated.`)
  },
}

const resolve: Command = {
  name: 'incident resolve',
  usage: `incident resolve <number> ${texts.usage}`,
  summary: 'End an incident with a last update',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, texts.options)
    const id = one(positionals, this.usage)
    await resolveIncident(ctx, actor, { id: numberOf(id), texts: texts.texts(values) })
    io.print(`Incident ${id} is resolved.`)
  },
}

const list = listing('incident list', 'The newest incidents of the status page', {
  none: 'There are no incidents.',
  read: (ctx) => listIncidents(ctx, actor),
  line: lineOf,
})

export const incidentCommands: readonly Command[] = [open, update, resolve, list]

function listIn(names: string | undefined): string[] | null {
  return names?.split(',').map((name) => name.trim()) ?? null
}

function lineOf({ id, impact, components, titles, openedAt, resolvedAt, updates }: StatusIncident): string {
  const state = resolvedAt === null ? (updates[0]?.stage ?? 'investigating') : `resolved ${minuteOf(resolvedAt)}`
  return [id, impact, state, components.join(','), minuteOf(openedAt), textIn(titles, 'en-US').text].join('  ')
}
