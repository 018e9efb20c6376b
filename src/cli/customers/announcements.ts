import { type Announcement, stateOf } from '#src/announcements/announcement.ts'
import { addAnnouncement, endAnnouncement, listAnnouncements } from '#src/announcements/announcements.ts'
import { textIn } from '#src/contract/status/status.ts'
import { announcementLevels, audiences } from '#src/contract/values/announcement.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from '../terminal/actor.ts'
import { minuteOf, numberOf, parse, timeFrom } from '../terminal/arguments.ts'
import { languageFlags } from '../terminal/language-flags.ts'
import { aboutOne, listing } from '../terminal/list-and-act.ts'
import { planIdsFrom } from '../terminal/plan-ids.ts'

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
    const plans = planIdsFrom(ctx, values.plans)
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

const list = listing('announcement list', 'The newest announcements, with their readers and times', {
  none: 'There are no announcements.',
  read: (ctx) => listAnnouncements(ctx, actor),
  line: lineOf,
})

const end = aboutOne('announcement end <number>', 'Take an announcement away', async (ctx, id) => {
  await endAnnouncement(ctx, actor, numberOf(id))
  return `Announcement ${id} has ended.`
})

export const announcementCommands: readonly Command[] = [add, list, end]

function lineOf(announcement: Announcement, now: number): string {
  const { id, level, audience, planIds, isPublic, startsAt, endsAt, texts } = announcement
  const readers = planIds?.join(',') ?? (isPublic ? 'everybody' : audience)
  const time = `${minuteOf(startsAt)}${endsAt === null ? '' : ` to ${minuteOf(endsAt)}`}`
  return [id, stateOf(announcement, now), level, readers, time, textIn(texts, 'en-US').text].join('  ')
}
