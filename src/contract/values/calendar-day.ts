/**
 * What a day of a trading calendar can be. `usual`: a usual day, even if the built-in list says otherwise; `special`:
 * with sessions that differ from the usual ones.
 */
export const calendarDayKinds = ['closed', 'early', 'special', 'usual'] as const
export type CalendarDayKind = (typeof calendarDayKinds)[number]
