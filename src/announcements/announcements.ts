import { refuse } from '#src/contract/errors.ts'
import { type Locale, locales, perLocale } from '#src/contract/locale.ts'
import { announcementLevels, announcementTextMax, audiences } from '#src/contract/values/announcement.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { type Announcement, stateOf } from './announcement.ts'
import * as store from './store.ts'

export const announcementsChannel = 'announcements'

/** The end of the year 9999, the last year that ISO 8601 writes with four digits. */
const dateMax = Date.UTC(10_000, 0)

export type NewAnnouncement = Omit<Announcement, 'id' | 'endedAt' | 'startsAt'> & { startsAt: number | null }

/**
 * Shows an announcement on the audience's account pages, and with `isPublic` on public pages, too. `startsAt` null: it
 * starts at once. One language is enough. Each text has at most 300 characters; line breaks become spaces.
 */
export async function addAnnouncement(ctx: Platform, actor: Actor, input: NewAnnouncement): Promise<Announcement> {
  const by = await requireStaff(ctx, actor, 'announcement.add')
  const now = ctx.clock.now()
  const announcement = { ...input, texts: readTexts(input.texts), startsAt: input.startsAt ?? now }
  assertPossible(ctx, announcement)
  const id = await ctx.postgres.transaction(async (tx) => {
    const number = await store.insertAnnouncement(tx, announcement, now)
    await ctx.postgres.audit(tx, by, 'announcement.add', `announcement ${number}`, announcement)
    await notifyChange(ctx, tx)
    return number
  })
  return { ...announcement, id, endedAt: null }
}

/**
 * Replaces the text, readers and times of an announcement that is not over. `startsAt` null: the start stays unchanged.
 */
export async function editAnnouncement(ctx: Platform, actor: Actor, id: number, input: NewAnnouncement): Promise<void> {
  const by = await requireStaff(ctx, actor, 'announcement.add')
  await ctx.postgres.transaction(async (tx) => {
    const before = await store.lockAnnouncement(tx, id)
    if (!before) throw refuse('not_found')
    if (stateOf(before, ctx.clock.now()) === 'over') throw refuse('conflict')
    const after = { ...input, texts: readTexts(input.texts), startsAt: input.startsAt ?? before.startsAt }
    assertPossible(ctx, after, before.planIds ?? [])
    await store.changeAnnouncement(tx, id, after)
    const { id: _, endedAt: __, ...was } = before
    await ctx.postgres.audit(tx, by, 'announcement.edit', `announcement ${id}`, { before: was, after })
    await notifyChange(ctx, tx)
  })
}

/** Ends an announcement, even before its beginning. */
export async function endAnnouncement(ctx: Platform, actor: Actor, id: number): Promise<void> {
  const by = await requireStaff(ctx, actor, 'announcement.end')
  await ctx.postgres.transaction(async (tx) => {
    const announcement = await store.lockAnnouncement(tx, id)
    if (!announcement) throw refuse('not_found')
    if (stateOf(announcement, ctx.clock.now()) === 'over') throw refuse('conflict')
    await store.markEnded(tx, id, ctx.clock.now())
    await ctx.postgres.audit(tx, by, 'announcement.end', `announcement ${id}`)
    await notifyChange(ctx, tx)
  })
}

/** The newest 200 announcements, ended ones included, newest first. */
export async function listAnnouncements(ctx: Platform, actor: Actor): Promise<Announcement[]> {
  await requireStaff(ctx, actor, 'announcement.list')
  return store.newest(ctx.postgres.db)
}

async function notifyChange(ctx: Platform, tx: Tx): Promise<void> {
  await ctx.postgres.notify(tx, announcementsChannel, {})
}

function readTexts(texts: Announcement['texts']): Record<Locale, string> {
  const read = perLocale((locale) => {
    const text = texts[locale].replaceAll(/\s+/g, ' ').trim()
    if (text.length > announcementTextMax || text.includes('\0')) throw refuse('invalid_parameter', { param: locale })
    return text
  })
  if (locales.every((locale) => read[locale] === '')) throw refuse('missing_parameter', { param: 'en-US' })
  return read
}

/** `known`: plans that the announcement has already, although they may no longer be sold. */
function assertPossible(
  ctx: Platform,
  input: Omit<Announcement, 'id' | 'endedAt'>,
  known: readonly string[] = [],
): void {
  const { level, audience, planIds, isPublic, startsAt, endsAt } = input
  const { planById } = catalogueOf(ctx)
  const wrong = (param: string) => refuse('invalid_parameter', { param })
  if (!announcementLevels.includes(level)) throw wrong('level')
  if (!audiences.includes(audience)) throw wrong('audience')
  if ((audience === 'plan') !== (planIds !== null)) throw wrong('plans')
  if (planIds?.length === 0 || planIds?.some((id) => !known.includes(id) && planById(id) === null)) throw wrong('plans')
  if (isPublic && audience !== 'all') throw wrong('public')
  if (!(startsAt >= 0 && startsAt < dateMax)) throw wrong('from')
  if (endsAt !== null && !(endsAt > startsAt && endsAt > ctx.clock.now() && endsAt < dateMax)) throw wrong('until')
}
