import { refuse } from '#src/contract/errors.ts'
import { type Locale, locales, perLocale } from '#src/contract/locale.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import * as store from './canned-text-store.ts'
import { readText } from './console-tickets.ts'

/** Answers that staff often send, sorted by name. */
export async function listCannedTexts(ctx: Platform, actor: Actor): Promise<store.CannedText[]> {
  await requireStaff(ctx, actor, 'ticket.list')
  return store.cannedTexts(ctx.postgres.db)
}

/**
 * Saves a text under a name (`a-z`, digits, hyphens) in one language or more; null deletes it. `version`: the version
 * that the person read. If there is a newer version, the call is refused with `changed_meanwhile`. `new`: the name must
 * be unused. Null: no check.
 */
export async function keepCannedText(
  ctx: Platform,
  actor: Actor,
  input: { name: string; version: number | 'new' | null; texts: Readonly<Record<Locale, string>> | null },
): Promise<void> {
  const by = await requireStaff(ctx, actor, 'ticket.texts')
  const { name, version } = input
  if (!/^[a-z0-9-]{1,40}$/.test(name)) throw refuse('invalid_parameter', { param: 'name' })
  const texts = input.texts && readTexts(input.texts)
  await ctx.postgres.transaction(async (tx) => {
    const before = await store.lockCannedText(tx, name)
    if (!before && !texts) throw refuse('not_found')
    if (version === 'new' && before) throw refuse('conflict', { param: 'name' })
    if (typeof version === 'number' && before?.version !== version) throw refuse('changed_meanwhile')
    if (texts) await store.putCannedText(tx, name, texts)
    else await store.deleteCannedText(tx, name)
    await ctx.postgres.audit(tx, by, 'ticket.texts', name, { before: before?.texts ?? null, after: texts })
  })
}

function readTexts(texts: Readonly<Record<Locale, string>>): Record<Locale, string> {
  if (locales.every((locale) => texts[locale].trim() === '')) throw refuse('missing_parameter', { param: 'en-US' })
  return perLocale((locale) => (texts[locale].trim() === '' ? '' : readText(locale, texts[locale])))
}
