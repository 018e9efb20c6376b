import type { Platform } from '#src/platform/platform.ts'
import { archiveSettings } from '../settings.ts'
import { type ArchiveCount, countFiles, readableFiles } from './file-store.ts'
import { archiveFiles } from './files/open-files.ts'
import { inspect } from './parquet-file.ts'

export type ArchiveStatus = { location: string; days: number; kinds: ArchiveCount[] }

export async function archiveStatus(ctx: Platform): Promise<ArchiveStatus> {
  const { days } = ctx.settings.of(archiveSettings)
  return { location: archiveFiles(ctx).location, days, kinds: await countFiles(ctx.postgres.db) }
}

/**
 * Archive files in use that are missing or have another size. With `thorough`, the content of every file is compared,
 * too.
 */
export async function damagedFiles(ctx: Platform, { thorough }: { thorough: boolean }): Promise<string[]> {
  const known = await readableFiles(ctx.postgres.db)
  if (known.length === 0) return []
  const there = new Map<string, number>()
  for await (const { name, bytes } of archiveFiles(ctx).list()) there.set(name, bytes)
  const damaged = known.filter(({ name, bytes }) => there.get(name) !== bytes).map(({ name }) => name)
  if (!thorough) return damaged
  for (const { name, sha256 } of known) {
    if (damaged.includes(name)) continue
    const isWhole = await inspect(ctx, name).then(
      (found) => found.sha256 === sha256,
      () => false,
    )
    if (!isWhole) damaged.push(name)
  }
  return damaged
}
