/**
 * Kinds of calendar days. `usual`: an ordinary day although the built-in list says otherwise; `special`: sessions
 * differ from the usual.
 */
export const calendarDayKinds = ['closed', 'early', 'special', 'usual'] as const
export type CalendarDayKind = (typeof calendarDayKinds)[number]
