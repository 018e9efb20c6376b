/** Kinds of calendar days. `usual`: overrides the built-in list; `special`: sessions differ from the usual. */
export const calendarDayKinds = ['closed', 'early', 'special', 'usual'] as const
export type CalendarDayKind = (typeof calendarDayKinds)[number]
