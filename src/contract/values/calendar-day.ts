/**
 * Kinds of calendar days. `usual`: an ordinary day although the built-in list names a holiday; `special`: sessions
 * differ from the usual sessions.
 */
export const calendarDayKinds = ['closed', 'early', 'special', 'usual'] as const
export type CalendarDayKind = (typeof calendarDayKinds)[number]
