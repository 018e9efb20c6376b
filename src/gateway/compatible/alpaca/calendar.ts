import type { DataOutput } from '#src/contract/data/data.ts'
import { refuse } from '#src/contract/errors.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import { parseIso } from '#src/market/calendar/instant.ts'
import { dateAt, dateText, newYorkText, startOfDay } from '../vendor/days.ts'
import type { Answers, Asked, Part, Route } from '../vendor/route.ts'
import { dateIn } from './asked/times.ts'

type Holiday = DataOutput<'holidays'>[number]

/** The vendor's calendar has the days of this exchange. */
const exchange = 'NYSE'
const firstDay = Date.UTC(1970, 0, 1)
const lastDay = Date.UTC(2029, 11, 31)
/** From each date on, trades of shares settle this number of trading days later. */
const settlements = [
  { from: '2024-05-28', days: 1 },
  { from: '2017-09-05', days: 2 },
  { from: '1995-06-07', days: 3 },
  { from: '1970-01-01', days: 5 },
]

/** Minutes from the beginning of the day. */
type Hours = { open: number; close: number; sessionOpen: number; sessionClose: number }
type Day = Hours & { date: number; settlement: number }

const parts: readonly Part[] = [
  { call: 'exchanges', class: 'stock', query: {} },
  { call: 'holidays', class: 'stock', query: { code: exchange } },
]

const span = /^(\d{2}):?(\d{2})-(\d{2}):?(\d{2})/

function minutesOf(text: string): { open: number; close: number } | null {
  const found = span.exec(text)
  if (!found) return null
  const [, a, b, c, d] = found.map(Number)
  return { open: Number(a) * 60 + Number(b), close: Number(c) * 60 + Number(d) }
}

function usualHours(answers: Answers): Hours {
  const sessions = answers.one('exchanges').data.find((one) => one.exchange === exchange)?.sessions ?? []
  const of = (id: string) => minutesOf(sessions.find((one) => one.id === id)?.session ?? '')
  const regular = of('regular')
  if (!regular) throw refuse('not_found')
  return {
    ...regular,
    sessionOpen: of('premarket')?.open ?? regular.open,
    sessionClose: of('postmarket')?.close ?? regular.close,
  }
}

/**
 * The trading days of a range within the years whose holidays are known. On a short day, trading after hours keeps its
 * length.
 */
function tradingDays(answers: Answers, range: { from: number; to: number }): Day[] {
  const usual = usualHours(answers)
  const holidays = new Map(answers.one('holidays').data.map((day) => [parseIso(day.d) ?? 0, day]))
  const dates = [...holidays.keys()]
  const [first, last] = [Math.min(...dates), Math.max(...dates)]
  if (!Number.isFinite(first)) return []
  const from = Math.max(range.from, Date.UTC(new Date(first).getUTCFullYear(), 0, 1))
  const to = Math.min(range.to, Date.UTC(new Date(last).getUTCFullYear(), 11, 31))
  const settle = (date: number) => {
    let left = settlements.find((one) => date >= Date.parse(one.from))?.days ?? 0
    let day = date
    while (left > 0) {
      day += dayMs
      if (hoursOf(holidays, day, usual)) left -= 1
    }
    return day
  }
  const days: Day[] = []
  for (let date = from; date <= to; date += dayMs) {
    const hours = hoursOf(holidays, date, usual)
    if (hours) days.push({ date, ...hours, settlement: settle(date) })
  }
  return days
}

/** The hours of a date; null: the exchange is closed. */
function hoursOf(holidays: ReadonlyMap<number, Holiday>, date: number, usual: Hours): Hours | null {
  const holiday = holidays.get(date)
  const short = holiday?.early === undefined ? null : minutesOf(holiday.early)
  if (short) return { ...usual, ...short, sessionClose: usual.sessionClose - usual.close + short.close }
  const isWeekend = [0, 6].includes(new Date(date).getUTCDay())
  return holiday || isWeekend ? null : usual
}

function clock(minutes: number, mark: string): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}${mark}${two(minutes % 60)}`
}

function rowOf({ date, open, close, sessionOpen, sessionClose, settlement }: Day) {
  return {
    ...{ date: dateText(date), open: clock(open, ':'), close: clock(close, ':') },
    ...{ session_open: clock(sessionOpen, ''), session_close: clock(sessionClose, '') },
    settlement_date: dateText(settlement),
  }
}

function rangeOf(asked: Asked): { from: number; to: number } {
  const from = Math.max(firstDay, dateIn(asked, 'start') ?? firstDay)
  return { from, to: Math.min(lastDay, dateIn(asked, 'end') ?? lastDay) }
}

export const calendarRoutes: readonly Route[] = [
  {
    pattern: '/v2/calendar',
    call: 'holidays',
    parts(asked) {
      rangeOf(asked)
      return parts
    },
    shape(answers, asked) {
      const { from, to } = rangeOf(asked)
      const isBySettlement = asked.query.get('date_type')?.toUpperCase() === 'SETTLEMENT'
      const days = tradingDays(answers, { from: isBySettlement ? from - 14 * dayMs : from, to })
      return days.filter((day) => (isBySettlement ? day.settlement >= from && day.settlement <= to : true)).map(rowOf)
    },
  },
  {
    pattern: '/v2/clock',
    call: 'holidays',
    parts: () => parts,
    shape(answers, { now }) {
      const today = dateAt('stock', now)
      const days = tradingDays(answers, { from: today - dayMs, to: today + 15 * dayMs }).map(
        ({ date, open, close }) => {
          const start = startOfDay('stock', date)
          return { open: start + open * minuteMs, close: start + close * minuteMs }
        },
      )
      const nextOpen = days.find(({ open }) => open > now)?.open
      const nextClose = days.find(({ close }) => close > now)?.close
      // At the end of the calendar no later days are known.
      if (nextOpen === undefined || nextClose === undefined) throw refuse('not_found')
      return {
        timestamp: newYorkText(now),
        is_open: days.some(({ open, close }) => open <= now && now < close),
        next_open: newYorkText(nextOpen),
        next_close: newYorkText(nextClose),
      }
    },
  },
]
