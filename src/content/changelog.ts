import { refuse } from '#src/contract/errors.ts'
import { type Locale, locales, perLocale } from '#src/contract/locale.ts'
import { changelogTextMax } from '#src/contract/values/announcement.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import type { ChangelogEntry } from './changelog-store.ts'
import * as store from './changelog-store.ts'
import { isDay } from './texts/own-text.ts'

export type { ChangelogEntry } from './changelog-store.ts'

export const changelogChannel = 'changelog'
const listedMax = 200

/** The changelog entries, drafts included, newest day first. */
export async function listChangelog(ctx: Platform, actor: Actor): Promise<ChangelogEntry[]> {
  await requireStaff(ctx, actor, 'changelog.list')
  return store.newestEntries(ctx.postgres.db, listedMax)
}

/** `version`: the entry's version that the person read; null skips the check for `changed_meanwhile`. */
export type AboutEntry = { id: number; version: number | null }
export type WrittenEntry = Pick<ChangelogEntry, 'day' | 'texts'>

/** Saves a new draft or changes an entry, published or not. Returns the number of the entry. */
export async function keepChange(
  ctx: Platform,
  actor: Actor,
  { about, ...written }: WrittenEntry & { about: AboutEntry | null },
): Promise<number> {
  const by = await requireStaff(ctx, actor, 'changelog.keep')
  const entry = { day: readDay(written.day), texts: readTexts(written.texts) }
  return ctx.postgres.transaction(async (tx) => {
    const before = about && (await lock(tx, about))
    const id = before ? before.id : await store.insertEntry(tx, entry, ctx.clock.now())
    if (before) await store.updateEntry(tx, id, entry, ctx.clock.now())
    await ctx.postgres.audit(tx, by, 'changelog.keep', `changelog ${id}`, {
      before: before && writtenOf(before),
      after: entry,
    })
    if (before?.isPublished) await notifyChange(ctx, tx)
    return id
  })
}

export async function publishChange(ctx: Platform, actor: Actor, about: AboutEntry): Promise<void> {
  const by = await requireStaff(ctx, actor, 'changelog.publish')
  await ctx.postgres.transaction(async (tx) => {
    const { id, isPublished, ...entry } = await lock(tx, about)
    if (isPublished) throw refuse('conflict')
    await store.markPublished(tx, id, ctx.clock.now())
    await ctx.postgres.audit(tx, by, 'changelog.publish', `changelog ${id}`, { after: writtenOf(entry) })
    await notifyChange(ctx, tx)
  })
}

export async function removeChange(ctx: Platform, actor: Actor, about: AboutEntry): Promise<void> {
  const by = await requireStaff(ctx, actor, 'changelog.remove')
  await ctx.postgres.transaction(async (tx) => {
    const entry = await lock(tx, about)
    await store.deleteEntry(tx, entry.id)
    await ctx.postgres.audit(tx, by, 'changelog.remove', `changelog ${entry.id}`, { before: writtenOf(entry) })
    await notifyChange(ctx, tx)
  })
}

async function lock(tx: Tx, { id, version }: AboutEntry): Promise<ChangelogEntry> {
  const entry = await store.lockEntry(tx, id)
  if (!entry) throw refuse('not_found')
  if (version !== null && entry.version !== version) throw refuse('changed_meanwhile')
  return entry
}

function writtenOf({ day, texts }: WrittenEntry): WrittenEntry {
  return { day, texts }
}

async function notifyChange(ctx: Platform, tx: Tx): Promise<void> {
  await ctx.postgres.notify(tx, changelogChannel, {})
}

function readDay(text: string): string {
  if (!isDay(text)) throw refuse('invalid_parameter', { param: 'day' })
  return text
}

/** One language is enough; missing languages become ''. */
function readTexts(texts: Record<Locale, string>): Record<Locale, string> {
  const read = perLocale((locale) => {
    const text = texts[locale].replaceAll('\r\n', '\n').trim()
    if (text.length > changelogTextMax || text.includes('\0')) throw refuse('invalid_parameter', { param: locale })
    return text
  })
  if (locales.every((locale) => read[locale] === '')) throw refuse('missing_parameter', { param: 'en-US' })
  return read
}
