import { KeptValue } from '#src/platform/kept.ts'
import { every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { readFolder, signatureOf } from './folder.ts'
import type { OwnFile, OwnText } from './own-text.ts'
import { contentSettings } from './settings.ts'

const pollMs = 2_000

type OwnTexts = ReadonlyMap<string, OwnText>

const kept = new KeptValue<OwnTexts>('own texts')
const none: OwnTexts = new Map()

/** The operator's texts that the site uses, by `<locale>/<kind>/<slug>`. */
export function ownTextsOf(ctx: Pick<Platform, 'kept'>): OwnTexts {
  return kept.of(ctx) ?? none
}

/** Reads the operator's texts at once and after changes of the folder. Calls `changed` when the texts in use change. */
export async function followOwnTexts(ctx: Platform, changed: () => void): Promise<AsyncDisposable> {
  const { dir } = ctx.settings.of(contentSettings)
  if (dir === null) return { async [Symbol.asyncDispose]() {} }
  let signature: string | null = null
  const reload = async () => {
    const seen = await signatureOf(dir)
    if (seen === signature) return
    const files = await readFolder(dir)
    signature = seen
    kept.set(ctx, usable(files))
    for (const { path, faults } of files)
      if (faults.length > 0) ctx.log.warn('a text of CONTENT_DIR is not used', { path, faults })
    changed()
  }
  await reload().catch((cause: unknown) => ctx.log.warn('CONTENT_DIR could not be read', { cause }))
  return every(ctx, { everyMs: pollMs, failed: 'CONTENT_DIR could not be read', waitFirst: true }, reload)
}

function usable(files: readonly OwnFile[]): OwnTexts {
  const texts = files.flatMap(({ text }) => text ?? [])
  return new Map(texts.map((text) => [`${text.locale}/${text.kind}/${text.slug}`, text]))
}
