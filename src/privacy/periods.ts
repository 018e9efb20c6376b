import { codeLifeMs } from '#src/accounts/account/code.ts'
import { codeDays } from '#src/accounts/personal-data.ts'
import { firingDays } from '#src/alerts/personal-data.ts'
import { cookies } from '#src/contract/privacy/browser-data.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import { clickDays, ticketDays } from '#src/support/personal-data.ts'
import { usageErrorDays } from '#src/usage/personal-data.ts'
import { farewellDays, mailDays } from './platform-records.ts'

const daysAYear = 365
const daysAMonth = 30

/** The periods on the privacy page, computed from the constants that the code applies. */
export const periods = {
  codeMinutes: codeLifeMs / minuteMs,
  codeDays,
  sessionDays: (cookies.authorization.seconds * 1_000) / dayMs,
  usageErrorDays,
  firingDays,
  ticketYears: Math.round(ticketDays / daysAYear),
  mailDays,
  farewellDays,
  clickMonths: Math.floor(clickDays / daysAMonth),
}
