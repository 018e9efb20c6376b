import { accountRecords } from '#src/accounts/personal-data.ts'
import { alertRecords } from '#src/alerts/personal-data.ts'
import { announcementRecords } from '#src/announcements/personal-data.ts'
import { billingRecords } from '#src/billing/personal-data.ts'
import { customerRecords } from '#src/customers/personal-data.ts'
import { keyRecords } from '#src/keys/personal-data.ts'
import { layoutRecords } from '#src/layouts/personal-data.ts'
import { marketColumnRecords, marketRecords } from '#src/market/personal-data.ts'
import { planRecords } from '#src/plans/personal-data.ts'
import type { TableRecord } from '#src/platform/personal-data.ts'
import { staffRecords } from '#src/staff/personal-data.ts'
import { statusRecords } from '#src/status/personal-data.ts'
import { clickRecords, supportRecords } from '#src/support/personal-data.ts'
import { usageColumnRecords, usageRecords } from '#src/usage/personal-data.ts'
import { watchlistRecords } from '#src/watchlists/personal-data.ts'
import { platformColumnRecords, platformRecords } from './platform-records.ts'

export const postgresFiles: Readonly<Record<string, readonly TableRecord[]>> = {
  'src/privacy/platform-records.ts': platformRecords,
  'src/accounts/personal-data.ts': accountRecords,
  'src/staff/personal-data.ts': staffRecords,
  'src/plans/personal-data.ts': planRecords,
  'src/customers/personal-data.ts': customerRecords,
  'src/layouts/personal-data.ts': layoutRecords,
  'src/watchlists/personal-data.ts': watchlistRecords,
  'src/alerts/personal-data.ts': alertRecords,
  'src/keys/personal-data.ts': keyRecords,
  'src/usage/personal-data.ts': usageRecords,
  'src/billing/personal-data.ts': billingRecords,
  'src/support/personal-data.ts': supportRecords,
  'src/announcements/personal-data.ts': announcementRecords,
  'src/status/personal-data.ts': statusRecords,
  'src/market/personal-data.ts': marketRecords,
}

export const clickhouseFiles: Readonly<Record<string, readonly TableRecord[]>> = {
  'src/privacy/platform-records.ts': platformColumnRecords,
  'src/usage/personal-data.ts': usageColumnRecords,
  'src/support/personal-data.ts': clickRecords,
  'src/market/personal-data.ts': marketColumnRecords,
}

export const postgresRecords: readonly TableRecord[] = Object.values(postgresFiles).flat()
export const clickhouseRecords: readonly TableRecord[] = Object.values(clickhouseFiles).flat()
