import { z } from 'zod'
import { nothing } from '../../account/shapes.ts'
import { defineRoute } from '../../route.ts'
import { calendarDayKinds } from '../../values/calendar-day.ts'
import { staffErrors } from '../console.ts'

const exchange = z.object({ code: z.string(), name: z.string(), timeZone: z.string(), hours: z.string() })

export const listCalendarsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/calendars',
  summary: 'Trading calendars: lists of holidays that exchanges share, and each exchange',
  auth: 'staff',
  verb: 'calendar.list',
  data: z.array(
    z.object({
      name: z.string().describe('the code of a list (`us`) or of an exchange (`NYSE`)'),
      exchanges: z.array(z.string()).describe('names'),
      changed: z.number().describe('the number of days that were changed in the console'),
    }),
  ),
  errors: staffErrors,
})

const day = z.object({
  date: z.string().describe('`2026-01-31`'),
  name: z.string(),
  kind: z.enum(calendarDayKinds),
  hours: z.string().describe('local sessions, `09:30-13:00`; empty if the day is closed'),
  source: z
    .enum(['list', 'changed', 'changed_list'])
    .describe('`changed_list`: the day was changed in the list that the exchange uses'),
  listed: z
    .object({ name: z.string(), kind: z.enum(['closed', 'early', 'special']) })
    .nullable()
    .describe('name and kind of the day in the list, for a changed day'),
})
export type CalendarDayRow = z.infer<typeof day>

const calendarName = z.object({ name: z.string().min(1).max(20) })

export const readCalendarRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/calendars/{name}',
  summary: 'The days of a year without the usual hours',
  auth: 'staff',
  verb: 'calendar.list',
  params: calendarName,
  query: z.object({ year: z.coerce.number().int().min(1990).max(2100) }),
  data: z.object({
    name: z.string(),
    year: z.number(),
    version: z.number(),
    exchanges: z.array(exchange),
    isListed: z.boolean().describe('whether the list of the program covers the year'),
    tradingDays: z.number(),
    days: z.array(day),
  }),
  errors: staffErrors,
})

const input = {
  date: z.string().max(20),
  kind: z.string().max(20),
  name: z.string().max(200).default(''),
  hours: z.string().max(100).default('').describe('`13:00` for an early close, `09:30-12:00,13:00-16:00` for sessions'),
}

const opens = z.array(z.number()).describe('ms, at most three')
const effect = z.object({
  code: z.string(),
  name: z.string(),
  timeZone: z.string(),
  before: z.string().describe('local sessions; empty if the day is closed'),
  after: z.string(),
  opens: z.object({ before: opens, after: opens }).describe('the next openings from the day on'),
  instruments: z.number(),
  examples: z.array(z.string()),
  bars: z
    .object({ stored: z.number(), before: z.number(), after: z.number(), days: z.number() })
    .nullable()
    .describe(
      'the number of bars shorter than a day on the date; the number of these bars that are outside of every session, before and after the change; and the number of instruments whose daily bar changes. Null: not counted in time',
    ),
})
export type CalendarEffect = z.infer<typeof effect>

export const previewDayRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/calendars/{name}/preview',
  summary: 'The effect of a change of a day; the kind `remove` undoes an earlier change',
  auth: 'staff',
  verb: 'calendar.list',
  params: calendarName,
  query: z.object(input),
  data: z.array(effect),
  errors: [...staffErrors, 'invalid_parameter'],
})

const version = z.number().int().min(0)

export const setDayRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/calendars/{name}/set',
  summary: 'Sets a day as closed, with an early close, with special sessions, or as usual',
  auth: 'staff',
  verb: 'calendar.set',
  params: calendarName,
  body: z.object({ version, ...input }),
  data: nothing,
  errors: [...staffErrors, 'changed_meanwhile', 'invalid_parameter'],
})

export const removeDayRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/calendars/{name}/remove',
  summary: 'Undoes the change of a day',
  auth: 'staff',
  verb: 'calendar.remove',
  params: calendarName,
  body: z.object({ version, date: z.string().max(20) }),
  data: nothing,
  errors: [...staffErrors, 'changed_meanwhile', 'invalid_parameter'],
})
