import { sql } from 'kysely'
import type { FileForm } from '#src/contract/data/data.ts'
import type { AssetClass } from '#src/contract/market.ts'
import type { DayContent } from '#src/market/archive/day-mark.ts'
import type { Platform } from '#src/platform/platform.ts'

export type DayFile = DayContent & { form: FileForm }
export type MadeFile = { rows: number; bytes: number; sha256: string }
export type RecordedFile = MadeFile & { date: string; modified: number }
/** A series of day files: `1m`, `1d`, `trades` or `bbo`. */
export type FileSeries = { class: AssetClass; region: string; kind: string; form: FileForm }

export function kindName({ kind, interval }: Pick<DayFile, 'kind' | 'interval'>): string {
  return kind === 'bars' ? interval : kind
}

/**
 * Records a made file. Returns the time of the last change of its bytes, in ms, in whole seconds as in `Last-Modified`.
 */
export async function recordFile(ctx: Platform, file: DayFile, { rows, bytes, sha256 }: MadeFile): Promise<number> {
  const now = new Date(Math.floor(ctx.clock.now() / 1_000) * 1_000)
  const day = new Date(file.date).toISOString().slice(0, 10)
  const recorded = await sql<{ modified_at: Date }>`
    insert into day_file as d (class, region, kind, form, day, rows, bytes, sha256, modified_at)
    values (${file.class}, ${file.region}, ${kindName(file)}, ${file.form}, ${day}::date, ${rows}, ${bytes}, ${sha256}, ${now})
    on conflict (class, region, kind, form, day) do update set rows = excluded.rows, bytes = excluded.bytes,
      sha256 = excluded.sha256,
      modified_at = case when d.sha256 = excluded.sha256 then d.modified_at else excluded.modified_at end
    returning modified_at`.execute(ctx.postgres.db)
  return (recorded.rows[0]?.modified_at ?? now).getTime()
}

export async function recordedFiles(
  ctx: Platform,
  { class: name, region, kind, form }: FileSeries,
  { from, to }: { from: string; to: string },
): Promise<RecordedFile[]> {
  type Row = { day: string; rows: bigint; bytes: bigint; sha256: string; modified_at: Date }
  const { rows } = await sql<Row>`
    select day::text, rows, bytes, sha256, modified_at from day_file
    where class = ${name} and region = ${region} and kind = ${kind} and form = ${form}
      and day >= ${from}::date and day <= ${to}::date`.execute(ctx.postgres.db)
  return rows.map((row) => ({
    ...{ date: row.day, rows: Number(row.rows), bytes: Number(row.bytes), sha256: row.sha256 },
    modified: row.modified_at.getTime(),
  }))
}
