import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { Announcement } from './announcement.ts'

type Row = {
  id: bigint
  texts: Announcement['texts']
  level: Announcement['level']
  audience: Announcement['audience']
  plan_ids: string[] | null
  is_public: boolean
  starts_at: Date
  ends_at: Date | null
  ended_at: Date | null
}

const shownMax = 200

export async function insertAnnouncement(
  tx: Tx,
  { texts, level, audience, planIds, isPublic, startsAt, endsAt }: Omit<Announcement, 'id' | 'endedAt'>,
  now: number,
): Promise<number> {
  const { rows } = await sql<{ id: bigint }>`
    insert into announcement (texts, level, audience, plan_ids, is_public, starts_at, ends_at, created_at)
    values (${JSON.stringify(texts)}, ${level}, ${audience}, ${planIds === null ? null : [...planIds]}::text[],
      ${isPublic}, ${new Date(startsAt)}, ${endsAt === null ? null : new Date(endsAt)}, ${new Date(now)})
    returning id`.execute(tx)
  if (!rows[0]) throw new Error('an announcement was not kept')
  return Number(rows[0].id)
}

export async function changeAnnouncement(
  tx: Tx,
  id: number,
  { texts, level, audience, planIds, isPublic, startsAt, endsAt }: Omit<Announcement, 'id' | 'endedAt'>,
): Promise<void> {
  await sql`update announcement set texts = ${JSON.stringify(texts)}, level = ${level}, audience = ${audience},
    plan_ids = ${planIds === null ? null : [...planIds]}::text[], is_public = ${isPublic},
    starts_at = ${new Date(startsAt)}, ends_at = ${endsAt === null ? null : new Date(endsAt)}
    where id = ${id}`.execute(tx)
}

export async function lockAnnouncement(tx: Tx, id: number): Promise<Announcement | null> {
  const { rows } = await sql<Row>`select * from announcement where id = ${id} for update`.execute(tx)
  return rows[0] ? toAnnouncement(rows[0]) : null
}

export async function markEnded(tx: Tx, id: number, now: number): Promise<void> {
  await sql`update announcement set ended_at = ${new Date(now)} where id = ${id}`.execute(tx)
}

export async function newest(db: Db): Promise<Announcement[]> {
  const { rows } = await sql<Row>`select * from announcement order by id desc limit ${shownMax}`.execute(db)
  return rows.map(toAnnouncement)
}

/** Announcements that are shown at `now` or will be shown later, newest first. */
export async function current(db: Db, now: number): Promise<Announcement[]> {
  const { rows } = await sql<Row>`select * from announcement
    where ended_at is null and (ends_at is null or ends_at > ${new Date(now)})
    order by starts_at desc, id desc limit ${shownMax}`.execute(db)
  return rows.map(toAnnouncement)
}

function toAnnouncement(row: Row): Announcement {
  return {
    id: Number(row.id),
    texts: row.texts,
    level: row.level,
    audience: row.audience,
    planIds: row.plan_ids,
    isPublic: row.is_public,
    startsAt: row.starts_at.getTime(),
    endsAt: row.ends_at?.getTime() ?? null,
    endedAt: row.ended_at?.getTime() ?? null,
  }
}
