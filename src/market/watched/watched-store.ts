import { sql } from 'kysely'
import type { Db } from '#src/platform/platform.ts'

/** A processed file. Size and time are included, because the same name may come again with other content. */
export type ProcessedFile = { name: string; bytes: number; modifiedAt: number }

export async function isProcessed(db: Db, { name, bytes, modifiedAt }: ProcessedFile): Promise<boolean> {
  const { rows } = await sql`select 1 from watched_file
    where name = ${name} and bytes = ${bytes} and modified_at = ${new Date(modifiedAt)}`.execute(db)
  return rows.length > 0
}

/** `failure`: the reason why the file was refused; null for an imported file. */
export async function noteProcessed(
  db: Db,
  { name, bytes, modifiedAt }: ProcessedFile,
  failure: string | null,
  now: number,
): Promise<void> {
  await sql`insert into watched_file (name, bytes, modified_at, failure, taken_at)
    values (${name}, ${bytes}, ${new Date(modifiedAt)}, ${failure}, ${new Date(now)})
    on conflict (name) do update set bytes = excluded.bytes, modified_at = excluded.modified_at,
      failure = excluded.failure, taken_at = excluded.taken_at`.execute(db)
}
