import { sql } from 'kysely'
import type { Locale } from '#src/contract/locale.ts'
import type { Db, Tx } from '#src/platform/platform.ts'

/** An answer that staff often send, by language; '' where it is missing. `version` increases with each change. */
export type CannedText = { name: string; texts: Record<Locale, string>; version: number }

export async function cannedTexts(db: Db): Promise<CannedText[]> {
  const { rows } = await sql<CannedText>`select name, texts, version from canned_text order by name`.execute(db)
  return rows
}

/** Locks all texts, so that two people cannot both add a name that is not used yet. */
export async function lockCannedText(tx: Tx, name: string): Promise<CannedText | null> {
  await sql`lock table canned_text in share row exclusive mode`.execute(tx)
  const { rows } = await sql<CannedText>`
    select name, texts, version from canned_text where name = ${name}`.execute(tx)
  return rows[0] ?? null
}

export async function putCannedText(tx: Tx, name: string, texts: Record<Locale, string>): Promise<void> {
  await sql`insert into canned_text (name, texts) values (${name}, ${JSON.stringify(texts)})
    on conflict (name) do update set texts = excluded.texts, version = canned_text.version + 1`.execute(tx)
}

export async function deleteCannedText(tx: Tx, name: string): Promise<void> {
  await sql`delete from canned_text where name = ${name}`.execute(tx)
}
