import { KeptValue } from '#src/platform/kept.ts'
import { Bell, every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { textsChannel } from './edit-texts.ts'
import { readFolder, signatureOf } from './folder.ts'
import { type OwnFile, type OwnText, readOwnText } from './own-text.ts'
import { contentSettings } from './settings.ts'
import { shownTexts, type TextVersion } from './text-store.ts'

/** Pause between two looks at the folder, ms. */
const pollMs = 2_000
/** The longest wait between two reads of the console's texts, in case a notification was lost or a read failed, ms. */
const lostMs = 30_000

type OwnTexts = ReadonlyMap<string, OwnText>

const kept = new KeptValue<OwnTexts>('own texts')
const none: OwnTexts = new Map()

/** The operator's texts that the site uses, by `<locale>/<kind>/<slug>`. */
export function ownTextsOf(ctx: Pick<Platform, 'kept'>): OwnTexts {
  return kept.of(ctx) ?? none
}

/**
 * Reads the operator's texts at once and after changes: those of the folder, and in their place those of the console.
 * Calls `changed` when the texts in use change.
 */
export async function followOwnTexts(ctx: Platform, changed: () => void): Promise<AsyncDisposable> {
  const { dir } = ctx.settings.of(contentSettings)
  let ofFolder: OwnTexts = none
  let ofConsole: OwnTexts = none
  const use = () => {
    kept.set(ctx, new Map([...ofFolder, ...ofConsole]))
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
    edited = seen
    ofConsole = usable(shown.map(fileOf))
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

function fileOf({ path, source, savedAt }: TextVersion): OwnFile {
  return readOwnText(path, new TextEncoder().encode(source), savedAt)
}

function usable(files: readonly OwnFile[]): OwnTexts {
  const texts = files.flatMap(({ text }) => text ?? [])
  return new Map(texts.map((text) => [`${text.locale}/${text.kind}/${text.slug}`, text]))
}
