import {
  listCalendarsRoute,
  previewDayRoute,
  readCalendarRoute,
  removeDayRoute,
  setDayRoute,
} from '#src/contract/operator/data/calendars.ts'
import type { Api } from '#src/platform/http/api.ts'
import { hoursText } from '../calendar/hours-text.ts'
import { listCalendars, previewDay, readCalendar, removeTradingDay, setTradingDay } from './trading-days.ts'

export function mountCalendars(api: Api): void {
  api.handle(listCalendarsRoute, async (ctx, { actor }) =>
    (await listCalendars(ctx, actor)).map(({ name, exchanges, changed }) => ({
      ...{ name, changed },
      exchanges: exchanges.map((exchange) => exchange.name),
    })),
  )
  api.handle(readCalendarRoute, async (ctx, { actor, params, query }) => {
    const { calendar, ...shown } = await readCalendar(ctx, actor, { calendar: params.name, ...query })
    const exchanges = calendar.exchanges.map(({ code, name, timeZone, regular }) => ({
      ...{ code, name, timeZone },
      hours: hoursText(regular),
    }))
    return { ...shown, name: calendar.name, exchanges }
  })
  api.handle(previewDayRoute, async (ctx, { actor, params, query }) => {
    const isRemoval = query.kind === 'remove'
    const change = isRemoval ? { day: null, date: query.date } : { day: query }
    return previewDay(ctx, actor, { calendar: params.name, ...change })
  })
  api.handle(setDayRoute, async (ctx, { actor, params, body }) => {
    await setTradingDay(ctx, actor, { calendar: params.name, ...body })
  })
  api.handle(removeDayRoute, (ctx, { actor, params, body }) =>
    removeTradingDay(ctx, actor, { calendar: params.name, ...body }),
  )
}
