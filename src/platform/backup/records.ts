import { dirname } from 'node:path'
import { hourMs } from '#src/contract/time.ts'
import type { Actor } from '../actor.ts'
import type { Platform, Postgres } from '../platform.ts'
import type { MadeBackup } from './create.ts'
import type { Backup } from './folder.ts'
import { bytesOf, filesOf } from './manifest.ts'
import type { BackupRecord } from './record-store.ts'
import * as store from './record-store.ts'

export type { BackupRecord } from './record-store.ts'

/** A daily backup may take up to two hours before it counts as late. */
const dueMs = 26 * hourMs

/** `isDue`: no backup in the last day. `since`: time of the newest backup, else of the installation, ms. */
export type BackupStatus = { last: BackupRecord | null; isDue: boolean; since: number }

export async function backupStatus({
  postgres: { db },
  clock,
}: Pick<Platform, 'postgres' | 'clock'>): Promise<BackupStatus> {
  const [last = null] = await store.recentBackups(db, 1)
  const since = last?.madeAt ?? (await store.installedAt(db))
  return { last, since, isDue: clock.now() - since > dueMs }
}

export function installedAt({ postgres: { db } }: Pick<Platform, 'postgres'>): Promise<number> {
  return store.installedAt(db)
}

const shownMax = 5

export function lastBackups({ postgres }: Pick<Platform, 'postgres'>): Promise<BackupRecord[]> {
  return store.recentBackups(postgres.db, shownMax)
}

export async function noteBackup(
  postgres: Postgres,
  actor: Actor,
  { path, manifest, bytes, reused }: MadeBackup,
): Promise<void> {
  const { id, madeAt } = manifest
  await postgres.transaction(async (tx) => {
    await store.recordBackup(tx, { id, madeAt, folder: dirname(path), bytes, reused, verifiedAt: null })
    await postgres.audit(tx, actor, 'backup.create', id, { bytes, reused })
  })
}

/** Records the backup that was restored: its own dump cannot contain its record. The restore has verified its files. */
export async function noteRestored(postgres: Postgres, { path, manifest }: Backup, now: number): Promise<void> {
  const { id, madeAt } = manifest
  const bytes = bytesOf(Object.values(filesOf(manifest)).flat())
  await postgres.transaction((tx) =>
    store.recordBackup(tx, { id, madeAt, folder: dirname(path), bytes, reused: 0, verifiedAt: now }),
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

/** The line about backups for `doctor`; null before the first one is due. Throws when a backup is due or damaged. */
export async function backupLine(ctx: Pick<Platform, 'postgres' | 'clock'>): Promise<string | null> {
  const { last, isDue } = await backupStatus(ctx)
  const way = '"backup create <folder>" makes one'
  if (!last) {
    if (isDue) throw new Error(`there is none; ${way}`)
    return null
  }
  const made = `the newest is of ${new Date(last.madeAt).toISOString().slice(0, 16)}Z`
  if (last.fault !== null) throw new Error(`${made} and damaged: ${last.fault}; ${way}`)
  if (isDue) throw new Error(`${made}; ${way}`)
  return `${made}, ${(last.bytes / 1024 ** 2).toFixed(1)} MiB, ${last.verifiedAt === null ? 'not verified' : 'verified'}`
}
