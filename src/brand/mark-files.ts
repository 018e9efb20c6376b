import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type MarkName, markNames } from '#src/contract/brand/brand-names.ts'
import { problemMessage } from '#src/locales/problem-message.ts'
import { brandSettings } from '#src/platform/brand/settings.ts'
import { type Settings, SettingsError } from '#src/platform/settings.ts'
import { markProblems } from './marks.ts'

const files: Record<MarkName, string> = {
  wordmark: 'wordmark',
  wordmarkDark: 'wordmark-dark',
  icon: 'icon',
  iconDark: 'icon-dark',
}

/**
 * The pictures of `BRAND_DIR` as `data:` addresses. Throws a SettingsError, which refuses the start, if a picture
 * cannot be used.
 */
export async function marksOfFolder(settings: Settings): Promise<Record<MarkName, string | null>> {
  const { brandDir } = settings.of(brandSettings)
  const marks: Record<MarkName, string | null> = { wordmark: null, wordmarkDark: null, icon: null, iconDark: null }
  if (brandDir === null) return marks
  for (const name of markNames) marks[name] = await read(brandDir, name)
  return marks
}

async function read(folder: string, name: MarkName): Promise<string | null> {
  for (const [ending, type] of [
    ['svg', 'svg+xml'],
    ['png', 'png'],
  ] as const) {
    const path = join(folder, `${files[name]}.${ending}`)
    const bytes = await readFile(path).catch((cause: unknown) => absent(cause, path))
    if (!bytes) continue
    const picture = `data:image/${type};base64,${bytes.toString('base64')}`
    const [problem] = await markProblems(name, picture)
    if (problem) throw new SettingsError(`BRAND_DIR: ${path} cannot be used. ${problemMessage('en-US', problem)}`)
    return picture
  }
  return null
}

function absent(cause: unknown, path: string): null {
  if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
  throw new SettingsError(`BRAND_DIR: ${path} cannot be read: ${cause instanceof Error ? cause.message : cause}.`)
}
