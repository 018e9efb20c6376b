import { join } from 'node:path'
import { KeptValue } from '#src/platform/kept.ts'
import type { Platform } from '#src/platform/platform.ts'
import { archiveSettings } from '../../settings.ts'
import type { ArchiveFiles } from './archive-files.ts'
import { folderFiles } from './folder-files.ts'

const kept = new KeptValue<ArchiveFiles>('tick archive')

/** Opens the archive for the process. `secret`: the secret of the archive's access key. */
export async function openArchive(ctx: Platform, secret: string | null): Promise<AsyncDisposable> {
  const { url, keyId } = ctx.settings.of(archiveSettings)
  if (!url?.startsWith('s3:')) return { async [Symbol.asyncDispose]() {} }
  const { s3Files } = await import('./s3-files.ts')
  const files = s3Files(url, keyId !== null && secret !== null ? { keyId, secret } : null)
  kept.set(ctx, files)
  return {
    async [Symbol.asyncDispose]() {
      kept.drop(ctx, files)
      await files[Symbol.asyncDispose]()
    },
  }
}

/**
 * Why this process may not move ticks, or null. If all three stores are external, processes of other machines may use
 * them, and those processes cannot read this `DATA_DIR`.
 */
export function noSharedArchive({ settings }: Pick<Platform, 'settings'>): string | null {
  const isOneStart = !settings.hasDatabaseUrl || !settings.hasClickhouseUrl || !settings.hasRedisUrl
  if (isOneStart || settings.of(archiveSettings).url !== null) return null
  return 'Ticks older than TICK_DAYS stay in the store until ARCHIVE_URL names a place that all processes reach.'
}

export function archiveFiles(ctx: Platform): ArchiveFiles {
  const files = kept.of(ctx)
  if (files) return files
  const { url } = ctx.settings.of(archiveSettings)
  if (url?.startsWith('s3:')) throw new Error('the archive is not open in this process')
  return folderFiles(url ?? join(ctx.settings.dataDir, 'archive'))
}
