import { Bell, every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { textsChannel } from './edit-texts.ts'
import { readFolder, signatureOf } from './folder.ts'
import { keepOwnTexts, type OwnTexts } from './kept-texts.ts'
import { type OwnFile, readOwnText } from './own-text.ts'
import { contentSettings } from './settings.ts'
import { shownTexts, type TextVersion } from './text-store.ts'

/** Pause between two looks at the folder, ms. */
const pollMs = 2_000
/** The longest wait between two reads of the console's texts, in case a notification was lost or a read failed, ms. */
const lostMs = 30_000

const none: OwnTexts = new Map()

/**
 * Reads the operator's texts at once and after changes: those of the folder, and in their place those of the console.
 * Calls `changed` when the texts in use change.
 */
export async function followOwnTexts(ctx: Platform, changed: () => void): Promise<AsyncDisposable> {
  const { dir } = ctx.settings.of(contentSettings)
  let ofFolder: OwnTexts = none
  let ofConsole: OwnTexts = none
  const use = () => {
    keepOwnTexts(ctx, new Map([...ofFolder, ...ofConsole]))
    changed()
  }
  let signature: string | null = null
  const readDir = async (): Promise<boolean> => {
    if (dir === null) return false
    const seen = await signatureOf(dir)
    if (seen === signature) return false
    const files = await readFolder(dir)
    signature = seen
    ofFolder = usable(files)
    for (const { path, faults } of files)
      if (faults.length > 0) ctx.log.warn('a text of CONTENT_DIR is not used', { path, faults })
    return true
  }
  let edited = ''
  const readEdited = async (): Promise<boolean> => {
    const shown = await shownTexts(ctx.postgres.db)
    const seen = shown.map(({ path, number }) => `${path} ${number}`).join('\n')
    if (seen === edited) return false
    ofConsole = usable(await Promise.all(shown.map(fileOf)))
    edited = seen
    return true
  }
  const tried = (read: () => Promise<boolean>, failed: string) =>
    read().catch((cause: unknown) => {
      ctx.log.warn(failed, { cause })
      return false
    })
  const dirOrWarn = () => tried(readDir, 'CONTENT_DIR could not be read')
  const editedOrWarn = () => tried(readEdited, 'the texts of the console could not be read')
  const stop = new AbortController()
  const bell = new Bell()
  const ring = () => bell.ring()
  // First the listener, so that no change between the first read and it is missed.
  const listener = await ctx.postgres.listen(textsChannel, ring, ring)
  const isRead = [await dirOrWarn(), await editedOrWarn()]
  if (isRead.includes(true)) use()
  const followEdited = async () => {
    while (!stop.signal.aborted) {
      await bell.wait(ctx.clock, lostMs, stop.signal)
      if (!stop.signal.aborted && (await editedOrWarn())) use()
    }
  }
  const following = followEdited()
  const polling =
    dir === null
      ? null
      : every(ctx, { everyMs: pollMs, failed: 'CONTENT_DIR could not be read', waitFirst: true }, async () => {
          if (await readDir()) use()
        })
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await listener[Symbol.asyncDispose]()
      await following
      await polling?.[Symbol.asyncDispose]()
    },
  }
}

function fileOf({ path, source, savedAt }: TextVersion): Promise<OwnFile> {
  return readOwnText(path, new TextEncoder().encode(source), savedAt)
}

/** The texts that the site uses now, read from the folder and from the console. */
export async function readOwnTexts(ctx: Platform): Promise<OwnTexts> {
  const { dir } = ctx.settings.of(contentSettings)
  const files = dir === null ? [] : await readFolder(dir)
  const shown = await shownTexts(ctx.postgres.db)
  return new Map([...usable(files), ...usable(await Promise.all(shown.map(fileOf)))])
}

function usable(files: readonly OwnFile[]): OwnTexts {
  const texts = files.flatMap(({ text }) => text ?? [])
  return new Map(texts.map((text) => [`${text.locale}/${text.kind}/${text.slug}`, text]))
}
