import { sql } from 'kysely'
import type { Platform, TapeOffset } from '#src/platform/platform.ts'

export async function offsetOf(ctx: Platform, channel: string): Promise<TapeOffset | null> {
  const found = await sql<{ place: string }>`select place from tape_places where channel = ${channel}`.execute(
    ctx.postgres.db,
  )
  return found.rows[0]?.place ?? null
}

export async function noteOffset(ctx: Platform, channel: string, offset: TapeOffset): Promise<void> {
  await sql`
    insert into tape_places (channel, place) values (${channel}, ${offset})
    on conflict (channel) do update set place = excluded.place, noted_at = now()
  `.execute(ctx.postgres.db)
}

export async function forgetOffsets(ctx: Platform): Promise<void> {
  await sql`delete from tape_places`.execute(ctx.postgres.db)
}

export async function noteGap(ctx: Platform, channel: string, from: TapeOffset, to: TapeOffset): Promise<void> {
  const at = new Date(ctx.clock.now())
  await sql`insert into tape_gaps (channel, after_place, to_place, noticed_at) values (${channel}, ${from}, ${to}, ${at})`.execute(
    ctx.postgres.db,
  )
}
