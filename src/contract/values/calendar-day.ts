/** What a day of a trading calendar can be: closed; an early close; sessions of its own; a usual day, whatever the list says. */
export const calendarDayKinds = ['closed', 'early', 'special', 'usual'] as const
export type CalendarDayKind = (typeof calendarDayKinds)[number]
