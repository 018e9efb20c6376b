import { type Span, toSpans } from './changed-day.ts'

/** Regular hours before the date `until` (00:00 UTC, ms). There were no sessions before or after the regular hours. */
export type EarlierHours = { until: number; regular: readonly Span[]; pre: null; after: null }

/**
 * Former regular hours, as the exchanges announced them, up to the day before `until`. The list has only hours that
 * include a minute outside of today's hours, and hours without which a daily bar would end too late.
 */
const changes: Record<string, readonly (readonly [until: string, regular: string])[]> = {
  HKEX: [
    ['2011-03-07', '1000-1230,1430-1600'],
    ['2012-03-05', '0930-1200,1330-1600'],
  ],
  HKFE: [
    ['2011-03-07', '0945-1230,1430-1615'],
    ['2012-03-05', '0915-1200,1330-1615'],
  ],
  TSE: [
    ['2011-11-21', '0900-1100,1230-1500'],
    ['2024-11-05', '0900-1130,1230-1500'],
  ],
  KRX: [
    ['2000-05-22', '0900-1200,1300-1500'],
    ['2016-08-01', '0900-1500'],
  ],
  KOSDAQ: [
    ['2000-05-22', '0900-1200,1300-1500'],
    ['2016-08-01', '0900-1500'],
  ],
  NSE: [
    ['2010-01-04', '0955-1530'],
    ['2010-10-18', '0900-1530'],
  ],
  BSE: [
    ['2010-01-04', '0955-1530'],
    ['2010-10-18', '0900-1530'],
  ],
  SGX: [
    ['2011-08-01', '0900-1230,1400-1700'],
    ['2017-11-13', '0900-1700'],
  ],
  TWSE: [['2001-01-01', '0900-1200']],
  TPEX: [['2001-01-01', '0900-1200']],
  XETR: [
    ['2000-06-02', '0900-1730'],
    ['2003-11-03', '0900-2000'],
  ],
  GPW: [['2013-04-15', '0900-1730']],
}

export function earlierHoursOf(exchange: string): EarlierHours[] {
  return (changes[exchange] ?? []).map(([until, regular]) => ({
    ...{ until: Date.parse(until), regular: toSpans(regular) },
    ...{ pre: null, after: null },
  }))
}
