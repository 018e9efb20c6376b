import type { LockName } from '../platform.ts'

/** The numbers of PostgreSQL's advisory locks, in one list: two uses of the same number would block each other. */
export const advisoryLocks = {
  /** Held by the process that migrates; all other processes of the database wait for it. */
  migrations: 7_410_823,
  auditChain: 7_410_824,
  /** Held by the process that makes or restores a backup. */
  backup: 7_410_825,
  /** Held, shared, by processes that delete rows that another store has by now. A backup holds it exclusively. */
  deletions: 7_410_826,
  archive: 7_410_827,
  /** Held while an archive file is made and its rows deleted, and while rows with an old version are written. */
  archivedTicks: 7_410_828,
} as const satisfies Readonly<Record<LockName, number>>

export const lockTitles: Readonly<Record<LockName, string>> = {
  migrations: 'the lock of the migrations',
  auditChain: 'the lock of the audit chain',
  backup: 'the lock of backups',
  deletions: 'the lock between backups and deletions',
  archive: 'the lock of the archive',
  archivedTicks: 'the lock of archived ticks',
}
