import { minuteMs } from '#src/contract/time.ts'
import { BackupUnderWay } from '#src/platform/backup/create.ts'
import { clearInterrupted, placeAt } from '#src/platform/backup/places/open-place.ts'
import { backupSettings } from '#src/platform/backup/places/settings.ts'
import { backupFailure, clearFailure, newestBackupIn, recordFailure } from '#src/platform/backup/record-store.ts'
import { backupStatus, everyMs, noteBackup } from '#src/platform/backup/records.ts'
import { Leadership } from '#src/platform/leases/leadership.ts'
import { every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { makeBackup } from './make-backup.ts'

const lookMs = minuteMs
/** The time between two attempts while no backup can be made. */
const againMs = 10 * minuteMs
const actor = { kind: 'system', name: 'backups' } as const

/** Makes backups at BACKUP_TO, in one process at a time, and measures their age in every process. */
export async function scheduleBackups(ctx: Platform): Promise<AsyncDisposable> {
  measureBackups(ctx)
  await clearInterrupted(ctx.settings.dataDir)
  if (everyMs(ctx.settings) === null) return { async [Symbol.asyncDispose]() {} }
  return Leadership.open(ctx, { name: 'backups' }, async () =>
    every(ctx, { everyMs: lookMs, failed: 'a backup could not be made' }, (signal) => backUpIfDue(ctx, signal)),
  )
}

/**
 * Makes a backup if the newest backup and the last failed try are old enough. Records the reason of a failure, and
 * clears it once there is a newer backup, such as one that a person made. Returns whether a backup was made.
 */
export async function backUpIfDue(ctx: Platform, signal: AbortSignal): Promise<boolean> {
  const { to, keep: newest, keepDays: days, recipients } = ctx.settings.of(backupSettings)
  const { db } = ctx.postgres
  if (to === null) return false
  await using place = await placeAt(ctx, to)
  const now = ctx.clock.now()
  const [madeAt, failure] = [await newestBackupIn(db, place.location, now), await backupFailure(db)]
  if (failure !== null && madeAt !== null && madeAt > failure.triedAt) await clearFailure(db)
  const isRecent = madeAt !== null && now - madeAt < (everyMs(ctx.settings) ?? 0)
  if (isRecent || (failure !== null && Math.abs(now - failure.triedAt) < againMs)) return false
  try {
    const keep = { newest, days }
    const made = await makeBackup(ctx, { place, keep, recipients, signal, progress: () => {} })
    await noteBackup(ctx.postgres, actor, made)
    await clearFailure(db)
    ctx.log.info('a backup was made', { backup: made.path, bytes: made.bytes, reused: made.reused })
    if (made.notRemoved !== null) ctx.log.error('old backups could not be removed', { reason: made.notRemoved })
    return true
  } catch (cause) {
    if (cause instanceof BackupUnderWay) return false
    if (!signal.aborted) await recordFailure(db, cause instanceof Error ? cause.message : String(cause), now)
    throw cause
  }
}

function measureBackups(ctx: Platform): void {
  const { metrics, clock } = ctx
  const secondsSince = (at: number) => Math.round((clock.now() - at) / 1_000)
  metrics.gauge(
    'tapewire_backup_age_seconds',
    'Age of the newest backup, else of the installation.',
    [],
    async (gauge) => gauge.set(secondsSince((await backupStatus(ctx)).since)),
  )
  metrics.gauge('tapewire_backup_overdue', '1 while the newest backup is older than it should be.', [], async (gauge) =>
    gauge.set((await backupStatus(ctx)).isDue ? 1 : 0),
  )
  metrics.gauge('tapewire_backup_failing', '1 while scheduled backups cannot be made.', [], async (gauge) =>
    gauge.set((await backupStatus(ctx)).failure === null ? 0 : 1),
  )
  metrics.gauge(
    'tapewire_backup_rehearsal_age_seconds',
    'Time since a backup was last restored as a rehearsal, else since the installation.',
    [],
    async (gauge) => gauge.set(secondsSince((await backupStatus(ctx)).rehearsedSince)),
  )
}
