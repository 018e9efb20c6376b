import { type RawBuilder, sql } from 'kysely'
import { Fenced } from '#src/platform/leases/fenced.ts'
import { holding } from '#src/platform/leases/lease.ts'
import type { Fence, Platform, TapeOffset } from '#src/platform/platform.ts'

export async function offsetOf(ctx: Platform, channel: string): Promise<TapeOffset | null> {
  const found = await sql<{ place: string }>`select place from tape_places where channel = ${channel}`.execute(
    ctx.postgres.db,
  )
  return found.rows[0]?.place ?? null
}

/** Throws `Fenced` when another process records. */
export async function noteOffset(
  ctx: Platform,
  fence: Fence | null,
  channel: string,
  offset: TapeOffset,
): Promise<void> {
  await write(
    ctx,
    fence,
    sql`insert into tape_places (channel, place) select ${channel}::text, ${offset}::text from holding
      on conflict (channel) do update set place = excluded.place, noted_at = now()`,
  )
}

export async function forgetOffsets(ctx: Platform, channels: readonly string[]): Promise<void> {
  await sql`delete from tape_places where channel = any(${channels})`.execute(ctx.postgres.db)
}

/**
 * Deletes offsets of channels that the tape no longer has, because the tape was divided into another number of shards.
 * The unrecorded events of these channels are noted as a gap. A division by command leaves no such offsets.
 */
export async function forgetOtherShards(ctx: Platform, channels: readonly string[]): Promise<void> {
  const at = new Date(ctx.clock.now())
  await sql`with gone as (delete from tape_places where channel <> all(${channels}) returning channel, place)
    insert into tape_gaps (channel, after_place, to_place, noticed_at)
    select channel, place, '', ${at}::timestamptz from gone`.execute(ctx.postgres.db)
}

/** Throws `Fenced` when another process records. */
export async function noteGap(
  ctx: Platform,
  fence: Fence | null,
  channel: string,
  from: TapeOffset,
  to: TapeOffset,
): Promise<void> {
  const at = new Date(ctx.clock.now())
  await write(
    ctx,
    fence,
    sql`insert into tape_gaps (channel, after_place, to_place, noticed_at)
      select ${channel}::text, ${from}::text, ${to}::text, ${at}::timestamptz from holding`,
  )
}

async function write({ postgres }: Platform, fence: Fence | null, insert: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql`with holding as ${holding(fence)} ${insert} returning 1`.execute(postgres.db)
  if (rows.length === 0 && fence) throw new Fenced(fence.lease)
}
