import { refuse } from '#src/contract/errors.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { readFolder } from './texts/folder.ts'
import type { OwnFile } from './texts/own-text.ts'
import { readOwnTexts } from './texts/own-texts.ts'
import { contentSettings } from './texts/settings.ts'
import { newestTexts, type TextVersion } from './texts/text-store.ts'
import { type Untranslated, untranslatedOf } from './texts/untranslated.ts'

/** `folder` is null when `CONTENT_DIR` is not set; `files` is null when the folder cannot be read. */
export type OwnContent = {
  folder: string | null
  files: OwnFile[] | null
  /** The newest version of each text that was edited in the console. */
  edited: TextVersion[]
  /** Null while the folder cannot be read. */
  untranslated: Untranslated[] | null
}

export async function listContent(ctx: Platform, actor: Actor): Promise<OwnContent> {
  await requireStaff(ctx, actor, 'content.read')
  const { dir } = ctx.settings.of(contentSettings)
  const edited = await newestTexts(ctx.postgres.db)
  try {
    const untranslated = untranslatedOf(await readOwnTexts(ctx))
    return { folder: dir, files: dir === null ? [] : await readFolder(dir), edited, untranslated }
  } catch (cause) {
    ctx.log.warn('CONTENT_DIR could not be read', { cause })
    return { folder: dir, files: null, edited, untranslated: null }
  }
}

export async function readContent(ctx: Platform, actor: Actor, path: string): Promise<OwnFile> {
  const { files } = await listContent(ctx, actor)
  const file = files?.find((one) => one.path === path)
  if (!file) throw refuse('not_found')
  return file
}
