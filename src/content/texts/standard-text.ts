import { refuse } from '#src/contract/errors.ts'
import type { TextParts } from '#src/contract/operator/content/content.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { identityOf, readOwnText } from './own-text.ts'
import { changedLines, standardHead, standardWords, wordsText } from './page-words.ts'
import { versionsOf } from './text-store.ts'

/** All texts of a page: the operator's newest text of each key, or the standard text. */
export async function readStandardText(ctx: Platform, actor: Actor, path: string): Promise<TextParts> {
  await requireStaff(ctx, actor, 'content.read')
  const identity = identityOf(path)
  if (identity?.kind !== 'words') throw refuse('not_found')
  const { page, locale } = identity
  const [newest] = await versionsOf(ctx.postgres.db, path, 1)
  const own = newest && (await readOwnText(path, new TextEncoder().encode(newest.source), newest.savedAt)).text
  const [standard, head] = [await standardWords(page, locale), await standardHead(page, locale)]
  const part = (name: 'title' | 'description' | 'keywords') => own?.[name] || head[name] || ''
  return {
    ...{ title: part('title'), description: part('description'), keywords: part('keywords'), date: '' },
    body: wordsText(page, standard, own?.kind === 'words' ? own.words : undefined),
  }
}

/** Drops the texts that equal the standard texts, so that the next release can change them. */
export async function withoutStandard(path: string, parts: TextParts): Promise<TextParts> {
  const identity = identityOf(path)
  if (identity?.kind !== 'words') return parts
  const { page, locale } = identity
  const head = await standardHead(page, locale)
  const part = (name: 'title' | 'description' | 'keywords') => (parts[name] === head[name] ? '' : parts[name])
  return {
    ...{ title: part('title'), description: part('description'), keywords: part('keywords'), date: '' },
    body: changedLines(parts.body.replaceAll('\r\n', '\n'), await standardWords(page, locale)),
  }
}
