/** The numbers of PostgreSQL's advisory locks, in one place: two uses of one number would shut each other out. */
export const advisoryLocks = {
  /** All processes of a database queue here while one of them migrates. */
  migrations: 7_410_823,
  /** The process that holds it chains audit rows. */
  auditChain: 7_410_824,
  /** One process of a database makes or restores a backup. */
  backup: 7_410_825,
} as const
