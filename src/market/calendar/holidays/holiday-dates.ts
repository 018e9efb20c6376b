import { dayMs } from '#src/contract/time.ts'

/**
 * The month and day of each column of `names`: by the Chinese calendar of Beijing, and for the two equinoxes by Japan's
 * observatory.
 */
// biome-ignore format: a table
const lunar: Record<number, string> = {
  2000: '0205 0404 0511 0606 0912 1006 0320 0923',
  2001: '0124 0405 0430 0625 1001 1025 0320 0923',
  2002: '0212 0405 0519 0615 0921 1014 0321 0923',
  2003: '0201 0405 0508 0604 0911 1004 0321 0923',
  2004: '0122 0404 0526 0622 0928 1022 0320 0923',
  2005: '0209 0405 0515 0611 0918 1011 0320 0923',
  2006: '0129 0405 0505 0531 1006 1030 0321 0923',
  2007: '0218 0405 0524 0619 0925 1019 0321 0923',
  2008: '0207 0404 0512 0608 0914 1007 0320 0923',
  2009: '0126 0404 0502 0528 1003 1026 0320 0923',
  2010: '0214 0405 0521 0616 0922 1016 0321 0923',
  2011: '0203 0405 0510 0606 0912 1005 0321 0923',
  2012: '0123 0404 0428 0623 0930 1023 0320 0922',
  2013: '0210 0404 0517 0612 0919 1013 0320 0923',
  2014: '0131 0405 0506 0602 0908 1002 0321 0923',
  2015: '0219 0405 0525 0620 0927 1021 0321 0923',
  2016: '0208 0404 0514 0609 0915 1009 0320 0922',
  2017: '0128 0404 0503 0530 1004 1028 0320 0923',
  2018: '0216 0405 0522 0618 0924 1017 0321 0923',
  2019: '0205 0405 0512 0607 0913 1007 0321 0923',
  2020: '0125 0404 0430 0625 1001 1025 0320 0922',
  2021: '0212 0404 0519 0614 0921 1014 0320 0923',
  2022: '0201 0405 0508 0603 0910 1004 0321 0923',
  2023: '0122 0405 0526 0622 0929 1023 0321 0923',
  2024: '0210 0404 0515 0610 0917 1011 0320 0922',
  2025: '0129 0404 0505 0531 1006 1029 0320 0923',
  2026: '0217 0405 0524 0619 0925 1018 0320 0923',
  2027: '0206 0405 0513 0609 0915 1008 0321 0923',
}

const names = ['newyear', 'qingming', 'buddha', 'duanwu', 'midautumn', 'chungyeung', 'vernal', 'autumnal']
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/**
 * The date in ms at 00:00 UTC that `base` names in a year; null if the year has no such date. `base`: a full date, a
 * month and day, `thu>1122` or `mon<0524`, `easter`, `orthodox`, or a name of the table above.
 */
export function dateIn(base: string, year: number): number | null {
  if (base === 'easter') return easterSunday(year)
  if (base === 'orthodox') return orthodoxEaster(year)
  const column = names.indexOf(base)
  if (column >= 0) return monthDay(year, lunar[year]?.split(' ')[column])
  if (/^\d/.test(base)) {
    if (base.length === 4) return monthDay(year, base)
    return Number(base.slice(0, 4)) === year ? monthDay(year, base.slice(4)) : null
  }
  const from = monthDay(year, base.slice(4))
  const weekday = weekdays.indexOf(base.slice(0, 3))
  if (from === null || weekday < 0) return null
  const ahead = (weekday - new Date(from).getUTCDay() + 7) % 7
  return from + (base[3] === '>' ? ahead : ahead === 0 ? 0 : ahead - 7) * dayMs
}

function monthDay(year: number, text: string | undefined): number | null {
  return text === undefined ? null : Date.UTC(year, Number(text.slice(0, 2)) - 1, Number(text.slice(2)))
}

/** The anonymous Gregorian algorithm (Meeus, Astronomical Algorithms, chapter 8). */
function easterSunday(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const f = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3)
  const h = (19 * a + b - Math.floor(b / 4) - f + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  return Date.UTC(year, 2, 22 + h + l - 7 * m)
}

/** Meeus's Julian algorithm. From 1900 to 2099 a Julian date is 13 days later in the Gregorian calendar. */
function orthodoxEaster(year: number): number {
  const d = (19 * (year % 19) + 15) % 30
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7
  return Date.UTC(year, 2, 22 + d + e + 13)
}
