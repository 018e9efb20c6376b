import type { Installation } from '#src/contract/operator/installation.ts'
import { dayMs, hourMs, minuteMs } from '#src/contract/time.ts'
import type { Actor } from '../actor.ts'
import type { Platform, Postgres } from '../platform.ts'
import type { MadeBackup } from './create.ts'
import { bytesOf, filesOf } from './places/manifest.ts'
import type { Backup } from './places/place.ts'
import { backupSettings } from './places/settings.ts'
import type { BackupFailure, BackupRecord } from './record-store.ts'
import * as store from './record-store.ts'

export type { BackupRecord } from './record-store.ts'

/** A backup may take up to two hours before the next backup counts as late. */
const takesMsMax = 2 * hourMs

/**
 * `isDue`: the newest backup is older than the time between two scheduled backups (without a schedule: than a day) plus
 * `takesMsMax`. `since`, `rehearsedSince`: the times of the newest backup and of the last successful rehearsal, or else
 * of the installation, ms. `failure`: the reason why no scheduled backup can be made at present; null without
 * BACKUP_TO. Ignores backups of a clock that was ahead of the present time.
 */
export type BackupStatus = {
  last: BackupRecord | null
  isDue: boolean
  since: number
  rehearsedSince: number
  failure: BackupFailure | null
}

type Known = Pick<Platform, 'postgres' | 'clock' | 'settings'>

export async function backupStatus({ postgres: { db }, clock, settings }: Known): Promise<BackupStatus> {
  const [[last = null], failure, rehearsedAt, installed] = await Promise.all([
    store.recentBackups(db, 1, clock.now()),
    store.backupFailure(db),
    store.lastRehearsal(db),
    store.installedAt(db),
  ])
  const since = last?.madeAt ?? installed
  const every = everyMs(settings)
  const isDue = clock.now() - since > takesMsMax + (every ?? dayMs)
  return { last, since, isDue, failure: every === null ? null : failure, rehearsedSince: rehearsedAt ?? installed }
}

/** The time between two scheduled backups; null without BACKUP_TO. */
export function everyMs(settings: Platform['settings']): number | null {
  const { to, everyMinutes } = settings.of(backupSettings)
  return to === null ? null : everyMinutes * minuteMs
}

export function installedAt({ postgres: { db } }: Pick<Platform, 'postgres'>): Promise<number> {
  return store.installedAt(db)
}

const shownMax = 5

export function lastBackups({ postgres }: Pick<Platform, 'postgres'>): Promise<BackupRecord[]> {
  return store.recentBackups(postgres.db, shownMax)
}

/** The facts about scheduled backups and rehearsals that the console shows. */
export async function backupSchedule(ctx: Known): Promise<Installation['schedule']> {
  const { to, everyMinutes } = ctx.settings.of(backupSettings)
  const [{ isDue, failure }, rehearsedAt] = await Promise.all([backupStatus(ctx), store.lastRehearsal(ctx.postgres.db)])
  const shown = failure && { since: failure.since, reason: failure.reason }
  return { to, everyMinutes, isDue, rehearsedAt, failure: shown }
}

export async function noteBackup(
  postgres: Postgres,
  actor: Actor,
  { location, manifest, bytes, reused }: MadeBackup,
): Promise<void> {
  const { id, madeAt } = manifest
  await postgres.transaction(async (tx) => {
    await store.recordBackup(tx, { id, madeAt, folder: location, bytes, reused, verifiedAt: null })
    await postgres.audit(tx, actor, 'backup.create', id, { bytes, reused })
  })
}

/**
 * Records the backup that was restored, because its own dump has no record of it. The restore has verified its files.
 */
export async function noteRestored(postgres: Postgres, { location, manifest }: Backup, now: number): Promise<void> {
  const { id, madeAt } = manifest
  const bytes = bytesOf(Object.values(filesOf(manifest)).flat())
  await postgres.transaction((tx) =>
    store.recordBackup(tx, { id, madeAt, folder: location, bytes, reused: 0, verifiedAt: now }),
  )
}

/** Records the result of verifying a backup. `fault` null: no fault was found. */
export async function noteVerification(
  { postgres, clock }: Platform,
  { manifest }: Backup,
  fault: string | null,
): Promise<void> {
  await store.recordVerification(postgres.db, manifest.id, fault, clock.now())
}

/** Records the result of a rehearsal. `fault` null: all data was restored. */
export async function noteRehearsal(
  { postgres, clock }: Pick<Platform, 'postgres' | 'clock'>,
  { manifest }: Backup,
  fault: string | null,
): Promise<void> {
  await store.recordRehearsal(postgres.db, manifest.id, fault, clock.now())
}

/**
 * The line about backups for `doctor`; null before the first backup is due. Throws when a backup is due, is damaged or
 * cannot be made.
 */
export async function backupLine(ctx: Known): Promise<string | null> {
  const { last, isDue, failure } = await backupStatus(ctx)
  const way = '"backup create <folder>" makes one'
  if (failure) throw new Error(`none can be made since ${minuteOf(failure.since)}: ${failure.reason}`)
  if (!last) {
    if (isDue) throw new Error(`there is none; ${way}`)
    return null
  }
  const made = `the newest is of ${minuteOf(last.madeAt)}`
  if (last.fault !== null) throw new Error(`${made} and damaged: ${last.fault}; ${way}`)
  if (isDue) throw new Error(`${made}; ${way}`)
  return `${made}, ${(last.bytes / 1024 ** 2).toFixed(1)} MiB, ${last.verifiedAt === null ? 'not verified' : 'verified'}`
}

function minuteOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16)}Z`
}
