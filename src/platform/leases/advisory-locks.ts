/** The numbers of PostgreSQL's advisory locks, in one place: two uses of one number would shut each other out. */
export const advisoryLocks = {
  /** All processes of a database queue here while one of them migrates. */
  migrations: 7_410_823,
  /** The process that holds it chains audit rows. */
  auditChain: 7_410_824,
  /** One process of a database makes or restores a backup. */
  backup: 7_410_825,
  /** Shared by those who delete from one store what another then refers to; a backup holds it alone. */
  deletions: 7_410_826,
  /** One process of a database moves ticks to the archive. */
  archive: 7_410_827,
  /** Held while a file of the archive is made and its rows are deleted, and by whoever writes rows under an older version than that of now. */
  archivedTicks: 7_410_828,
} as const
