/** Time windows of alerts on a change, in minutes. */
export const changeMinutes = [5, 15, 30, 60, 240, 1440] as const
/** Bar intervals on which an alert can measure an indicator. */
export const alertIntervals = ['1m', '5m', '15m', '30m', '1h', '4h', '1d'] as const
/** The shortest and the longest pause between two firings of one alert, in seconds. */
export const pauseSecondsMin = 60
export const pauseSecondsMax = 7 * 86_400

/**
 * The text that is recorded as the response if the target sent none. The text is the same for every cause, because the
 * cause would reveal which addresses the installation can reach.
 */
export const notReachable = 'not reachable'
