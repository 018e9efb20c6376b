import { type Announcement, stateOf } from '#src/announcements/announcement.ts'
import { addAnnouncement, endAnnouncement, listAnnouncements } from '#src/announcements/announcements.ts'
import { announcementLevels, audiences } from '#src/contract/values/announcement.ts'
import { parseInstant } from '#src/market/calendar/instant.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from '../terminal/actor.ts'
import { one, parse, spoken } from '../terminal/arguments.ts'
import { languageFlags } from '../terminal/language-flags.ts'

const languages = languageFlags('')
const options = {
  ...languages.options,
  level: { type: 'string' },
  audience: { type: 'string' },
  plans: { type: 'string' },
  public: { type: 'boolean' },
  from: { type: 'string' },
  until: { type: 'string' },
} as const

const add: Command = {
  name: 'announcement add',
  usage: `announcement add ${languages.usage} [--level ${announcementLevels.join('|')}] [--audience ${audiences.join('|')}] [--plans <id,id>] [--public] [--from <time>] [--until <time>]`,
  summary: 'Show a line at the top of account pages; --public: of every page',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, options)
    const plans = values.plans?.split(',').map((id) => id.trim()) ?? null
    const audience = audiences.find((known) => known === (values.audience ?? (plans ? 'plan' : 'all')))
    const level = announcementLevels.find((known) => known === (values.level ?? 'info'))
    if (!audience || !level || positionals.length > 0) throw new SettingsError(`Usage: ${this.usage}`)
    const announcement = await addAnnouncement(ctx, actor, {
      ...{ texts: languages.texts(values), level, audience, planIds: plans, isPublic: values.public === true },
      startsAt: timeFrom('from', values.from),
      endsAt: timeFrom('until', values.until),
    })
    io.print(lineOf(announcement, ctx.clock.now()))
  },
}

const list: Command = {
  name: 'announcement list',
  usage: 'announcement list',
  summary: 'The newest announcements, with their readers and times',
  async run(ctx, args, io) {
    parse(args, {})
    const announcements = await listAnnouncements(ctx, actor)
    if (announcements.length === 0) io.print('There are no announcements.')
    for (const announcement of announcements) io.print(lineOf(announcement, ctx.clock.now()))
  },
}

const end: Command = {
  name: 'announcement end',
  usage: 'announcement end <number>',
  summary: 'Take an announcement away',
  async run(ctx, args, io) {
    const { positionals } = parse(args, {})
    const id = one(positionals, this.usage)
    await endAnnouncement(ctx, actor, Number(id) || 0)
    io.print(`Announcement ${id} has ended.`)
  },
}

export const announcementCommands: readonly Command[] = [add, list, end].map(spoken)

function timeFrom(name: string, text: string | undefined): number | null {
  const time = text === undefined ? null : parseInstant(text)
  if (text !== undefined && time === null)
    throw new SettingsError(`--${name} ${text} is not a time. Write it as 2026-12-01T00:00:00Z.`)
  return time
}

function lineOf(announcement: Announcement, now: number): string {
  const { id, level, audience, planIds, isPublic, startsAt, endsAt, texts } = announcement
  const readers = planIds?.join(',') ?? (isPublic ? 'everybody' : audience)
  const time = `${textOf(startsAt)}${endsAt === null ? '' : ` to ${textOf(endsAt)}`}`
  return [id, stateOf(announcement, now), level, readers, time, texts['en-US']].join('  ')
}

function textOf(time: number): string {
  return new Date(time).toISOString().slice(0, 16)
}
