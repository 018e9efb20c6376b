import type { ExportPart } from '#src/accounts/deletion.ts'
import { exportAccountLog } from '#src/audit/audit.ts'
import { exportPayments, exportRefunds } from '#src/billing/export.ts'
import { exportKeys } from '#src/keys/keys.ts'
import { exportChartLayouts } from '#src/layouts/layouts.ts'
import type { TableRecord } from '#src/platform/personal-data.ts'
import type { Platform } from '#src/platform/platform.ts'
import { exportRefusedCalls, exportUsage } from '#src/usage/export.ts'
import { exportWatchlists } from '#src/watchlists/watchlists.ts'
import { personOf } from './person.ts'
import { readTheirRows } from './record-store.ts'
import { postgresRecords } from './records.ts'

/** The parts of "my data" from other domains: their own exports, and tables whose rows are shown unchanged. */
export const exportParts: readonly ExportPart[] = [
  { name: 'accountLog', read: exportAccountLog },
  { name: 'keys', read: exportKeys },
  { name: 'chartLayouts', read: exportChartLayouts },
  { name: 'watchlists', read: exportWatchlists },
  { name: 'payments', read: exportPayments },
  { name: 'refunds', read: exportRefunds },
  { name: 'usage', read: exportUsage },
  { name: 'refusedCalls', read: exportRefusedCalls },
  ...postgresRecords.flatMap(rowsPart),
]

function rowsPart(record: TableRecord): ExportPart[] {
  const { personal } = record
  if (!personal || !('rows' in personal.exported)) return []
  const { table } = record
  const columns = shownColumns(record)
  const read = async ({ postgres: { db } }: Platform, accountId: string) => {
    const rows = await readTheirRows(
      db,
      { table, whose: personal.whose, person: await personOf(db, accountId) },
      columns,
    )
    return rows.map(camelCased)
  }
  return [{ name: personal.exported.rows, read }]
}

function shownColumns({ columns }: TableRecord): string[] {
  return Object.entries(columns).flatMap(([name, kind]) => (kind === 'plain' || kind.includes(',') ? [] : [name]))
}

/** Renames columns to the names that the other parts use: `created_at` → `createdAt`. */
function camelCased(row: Record<string, unknown>): Record<string, unknown> {
  const renamed = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [renamed(name), typeof value === 'bigint' ? String(value) : value]),
  )
}
