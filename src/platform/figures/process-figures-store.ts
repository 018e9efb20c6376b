import { sql } from 'kysely'
import type { Db } from '../platform.ts'

export type Figures = Readonly<Record<string, number>>

export async function writeFigures(db: Db, id: string, figures: Figures, now: number): Promise<void> {
  await sql`insert into process_figures (id, seen_at, figures) values (${id}, ${new Date(now)}, ${JSON.stringify(figures)}::jsonb)
    on conflict (id) do update set seen_at = excluded.seen_at, figures = excluded.figures`.execute(db)
}

export async function removeFigures(db: Db, id: string): Promise<void> {
  await sql`delete from process_figures where id = ${id}`.execute(db)
}

export async function figuresSince(db: Db, since: number): Promise<Figures[]> {
  const { rows } = await sql<{ figures: Figures }>`select figures from process_figures
    where seen_at >= ${new Date(since)} order by id`.execute(db)
  return rows.map(({ figures }) => figures)
}
