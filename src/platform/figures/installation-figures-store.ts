import { sql } from 'kysely'
import type { Db } from '../platform.ts'

export type StoredFigure = { name: string; value: number; measuredAt: number }

export async function saveFigure(db: Db, { name, value, measuredAt }: StoredFigure): Promise<void> {
  await sql`insert into installation_figure (name, value, measured_at) values (${name}, ${value}, ${new Date(measuredAt)})
    on conflict (name) do update set value = excluded.value, measured_at = excluded.measured_at`.execute(db)
}

/** Keeps the higher of the stored and the given value. */
export async function raiseFigure(db: Db, { name, value, measuredAt }: StoredFigure): Promise<void> {
  await sql`insert into installation_figure (name, value, measured_at) values (${name}, ${value}, ${new Date(measuredAt)})
    on conflict (name) do update set value = excluded.value, measured_at = excluded.measured_at
    where installation_figure.value < excluded.value`.execute(db)
}

export async function storedFigures(db: Db): Promise<StoredFigure[]> {
  const { rows } = await sql<{ name: string; value: number; measured_at: Date }>`
    select name, value, measured_at from installation_figure`.execute(db)
  return rows.map(({ name, value, measured_at }) => ({ name, value, measuredAt: measured_at.getTime() }))
}
