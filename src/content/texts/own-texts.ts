import { follow } from '#src/platform/follow.ts'
import { every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { textsChannel } from './edit-texts.ts'
import { readFolder, signatureOf } from './folder.ts'
import { keepOwnTexts, type OwnTexts } from './kept-texts.ts'
import { type OwnFile, readOwnText } from './own-text.ts'
import { contentSettings } from './settings.ts'
import { shownTexts, type TextVersion } from './text-store.ts'

/** Pause between two checks of the folder for changes, ms. */
const pollMs = 2_000
/** The longest wait between two reads of the console's texts, in case a notification was lost or a read failed, ms. */
const lostMs = 30_000

const none: OwnTexts = new Map()

/**
 * Reads the operator's texts now and after each change. A text of the console replaces the folder's text of the same
 * path. Calls `changed` when the texts in use change.
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
  const readDir = async (folder: string) => {
    const seen = await signatureOf(folder)
    if (seen === signature) return
    const files = await readFolder(folder)
    signature = seen
    ofFolder = usable(files)
    for (const { path, faults } of files)
      if (faults.length > 0) ctx.log.warn('a text of CONTENT_DIR is not used', { path, faults })
    use()
  }
  let edited = ''
  const readEdited = async (): Promise<undefined> => {
    const shown = await shownTexts(ctx.postgres.db)
    const seen = shown.map(({ path, number }) => `${path} ${number}`).join('\n')
    if (seen === edited) return
    ofConsole = usable(await Promise.all(shown.map(fileOf)))
    edited = seen
    use()
  }
  await using stack = new AsyncDisposableStack()
  if (dir !== null) {
    const failed = 'CONTENT_DIR could not be read'
    await readDir(dir).catch((cause: unknown) => ctx.log.warn(failed, { cause }))
    stack.use(every(ctx, { everyMs: pollMs, failed, waitFirst: true }, () => readDir(dir)))
  }
  const followed = { channel: textsChannel, everyMs: lostMs, failed: 'the texts of the console could not be read' }
  const following = stack.use(await follow(ctx, followed, readEdited))
  await following.first
  return stack.move()
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
