import { hoursText } from '#src/market/calendar/hours-text.ts'
import { exportCalendar, importCalendar } from '#src/market/trading-days/calendar-file.ts'
import type { ExchangeEffect } from '#src/market/trading-days/preview.ts'
import {
  listCalendars,
  previewDay,
  readCalendar,
  removeTradingDay,
  setTradingDay,
} from '#src/market/trading-days/trading-days.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from '../terminal/actor.ts'
import { parse } from '../terminal/arguments.ts'
import { show } from '../terminal/checked.ts'
import { readNamed, writeNamed } from '../terminal/named-files.ts'

const refusedShown = 10

const list: Command = {
  name: 'calendar list',
  usage: 'calendar list [<calendar>] [--year 2026] [--json]',
  summary: 'Trading calendars, or the days of one that are not as usual',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { year: { type: 'string' } })
    const [name, ...more] = positionals
    const year = Number(values.year ?? new Date(ctx.clock.now()).getUTCFullYear())
    if (more.length > 0 || !Number.isInteger(year)) throw new SettingsError(`Usage: ${this.usage}`)
    if (name === undefined) {
      for (const calendar of await listCalendars(ctx, actor))
        show(
          io,
          calendar,
          [calendar.name, calendar.exchanges.map((one) => one.name).join(', '), calendar.changed].join('  '),
        )
      return
    }
    const { calendar, days, isListed, tradingDays } = await readCalendar(ctx, actor, { calendar: name, year })
    if (io.json) io.json({ calendar, days, isListed, tradingDays })
    for (const { name: exchange, timeZone, regular } of calendar.exchanges)
      io.print(`${exchange}: ${hoursText(regular)} ${timeZone}`)
    if (!isListed) io.print(`The list of holidays does not cover ${year}.`)
    for (const { date, kind, hours, name: called, source } of days)
      io.print([date, kind, hours || 'closed', called, source === 'list' ? '' : 'changed'].join('  ').trimEnd())
    io.print(`${tradingDays} trading days`)
  },
}

const set: Command = {
  name: 'calendar set',
  usage:
    'calendar set <calendar> <2026-12-24> closed|early|special|usual [--hours 13:00 | --hours 09:30-12:00,13:00-16:00] [--name <text>] [--dry-run]',
  summary:
    'Change a day of a trading calendar; every process follows within a second. --dry-run shows the effect alone',
  async run(ctx, args, io) {
    const options = { hours: { type: 'string' }, name: { type: 'string' }, 'dry-run': { type: 'boolean' } } as const
    const { values, positionals } = parse(args, options)
    const [calendar = '', date = '', kind = '', ...more] = positionals
    if (kind === '' || more.length > 0) throw new SettingsError(`Usage: ${this.usage}`)
    const day = { date, kind, hours: values.hours ?? '', name: values.name ?? '' }
    for (const effect of await previewDay(ctx, actor, { calendar, day })) io.print(effectLine(effect))
    if (values['dry-run']) return
    await setTradingDay(ctx, actor, { calendar, version: null, ...day })
    io.print(`${date} of ${calendar} is changed.`)
  },
}

const remove: Command = {
  name: 'calendar remove',
  usage: 'calendar remove <calendar> <2026-12-24>',
  summary: 'Take the change of a day back; the list of the program counts again',
  async run(ctx, args, io) {
    const [calendar = '', date = '', ...more] = args
    if (date === '' || more.length > 0) throw new SettingsError(`Usage: ${this.usage}`)
    await removeTradingDay(ctx, actor, { calendar, date, version: null })
    io.print(`${date} of ${calendar} is as listed.`)
  },
}

const exportFile: Command = {
  name: 'calendar export',
  usage: 'calendar export <calendar> [<file.csv>]',
  summary: 'All days of a calendar that are not as usual, as CSV',
  async run(ctx, args, io) {
    const [calendar = '', file, ...more] = args
    if (calendar === '' || more.length > 0) throw new SettingsError(`Usage: ${this.usage}`)
    const text = await exportCalendar(ctx, actor, { calendar })
    if (file === undefined) return io.print(text.trimEnd())
    await writeNamed(io, file, text)
    io.print(`${text.split('\r\n').length - 2} days of ${calendar} are in ${file}.`)
  },
}

const importFile: Command = {
  name: 'calendar import',
  usage: 'calendar import <calendar> <file.csv> [--dry-run]',
  summary: 'Set the days of a CSV file with the columns date, kind, name, hours; all of them or none',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { 'dry-run': { type: 'boolean' } })
    const [calendar = '', file = '', ...more] = positionals
    if (file === '' || more.length > 0) throw new SettingsError(`Usage: ${this.usage}`)
    const text = await readNamed(io, file)
    const isTrial = values['dry-run'] === true
    const {
      set: count,
      unchanged,
      refused,
      outside,
      known,
    } = await importCalendar(ctx, actor, { calendar, text, isTrial })
    if (refused.length > 0) {
      const lines = refused.slice(0, refusedShown).map(({ line, column }) => `Line ${line}: ${column} does not fit.`)
      throw new SettingsError([`${file} was not imported: ${refused.length} lines do not fit.`, ...lines].join('\n'))
    }
    io.print(`${count} days of ${calendar} ${isTrial ? 'would change' : 'are changed'}, ${unchanged} were so already.`)
    if (outside.length > 0)
      io.print(
        `${outside.length} days are outside of ${known ? `${known.first} to ${known.last}, the years of the program's list` : "the program's lists"}: there only days that you set are known.`,
      )
  },
}

function effectLine({ code, before, after, instruments, bars }: ExchangeEffect): string {
  const counted = bars
    ? `${bars.after} of ${bars.stored} bars outside of a session (${bars.before} before), ${bars.days} daily bars change`
    : 'bars not counted in time'
  return `${code}: ${before || 'closed'} → ${after || 'closed'}, ${instruments} instruments, ${counted}`
}

export const calendarCommands: readonly Command[] = [list, set, remove, exportFile, importFile]
