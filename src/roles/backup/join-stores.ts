import { skipGivenAddresses } from '#src/billing/deposits/deposit-address.ts'
import { damagedFiles } from '#src/market/tick-archive/archive-status.ts'
import { contentOf, type OpenedBackup } from '#src/platform/backup/encrypted-backup.ts'
import { loadTables } from '#src/platform/backup/stores/tables-load-store.ts'
import { listLeases, passFences } from '#src/platform/leases/lease.ts'
import type { Platform } from '#src/platform/platform.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { forgetFiles, highestInstrument, lastChange, raiseSequences } from './join-store.ts'

/**
 * `at`: the time of PostgreSQL's newest audit row or recorded tape place, ms. `missing`: archive files that are missing
 * or damaged.
 */
export type Joined = { at: number; isHistoryOlder: boolean; forgotten: number; missing: string[] }

/**
 * Joins the other stores with a PostgreSQL that its own tools restored to a point in time. Fences of leases, deposit
 * addresses and numbers of instruments that were issued after that time are not issued again. `backup`: the backup from
 * which the other stores were restored; null: they were not restored.
 */
export async function joinStores(ctx: Platform, backup: OpenedBackup | null): Promise<Joined> {
  const [working] = (await listLeases(ctx.postgres.db)).filter(({ holder }) => holder !== null)
  if (working)
    throw new SettingsError(`${working.holder} still does the work "${working.name}". Stop every process first.`)
  const at = await lastChange(ctx.postgres.db)
  const madeAt = backup?.manifest.madeAt ?? Number.POSITIVE_INFINITY
  const isHistoryOlder = madeAt < at
  if (backup && isHistoryOlder) await takePlaces(ctx, backup)
  const damaged = await damagedFiles(ctx, { thorough: false })
  const highest = await highestInstrument(ctx.clickhouse)
  const instruments = { table: 'instruments', column: 'id', value: String(Math.max(1, highest)) }
  const forgotten = await ctx.postgres.transaction(async (tx) => {
    await passFences(tx, at)
    await skipGivenAddresses(tx)
    await raiseSequences(tx, [...(backup?.manifest.postgres?.sequences ?? []), instruments])
    await ctx.postgres.audit(tx, { kind: 'operator-cli' }, 'backup.join', backup?.manifest.id ?? 'history')
    return isHistoryOlder ? forgetFiles(tx, damaged, madeAt) : 0
  })
  return { at, isHistoryOlder, forgotten, missing: await damagedFiles(ctx, { thorough: false }) }
}

/** Reads from a backup the offset up to which its history contains the tape, so that the recorder continues there. */
async function takePlaces(ctx: Platform, backup: OpenedBackup): Promise<void> {
  const found = backup.manifest.postgres?.tables.find(({ table }) => table === 'tape_places')
  if (!found) return
  const { table, columns, file } = found
  const places = { table, columns, content: () => contentOf(backup, file), rows: file.rows ?? 0 }
  await ctx.postgres.session((client) => loadTables(client, [places], [], () => {}))
}
