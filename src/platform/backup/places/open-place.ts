import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BucketKey } from '../../buckets/bucket.ts'
import { KeptValue } from '../../kept.ts'
import { assertInstalled } from '../../packages/optional-package.ts'
import type { Platform } from '../../platform.ts'
import { isBucket } from '../../setting-schemas.ts'
import { type Config, SettingsError } from '../../settings.ts'
import { folderPlace } from './folder-place.ts'
import { type BackupPlace, isBucketAddress } from './place.ts'
import { backupSettings } from './settings.ts'
import { isOfReading, readFolderPrefix, rehearsalName } from './work-folder.ts'

export async function openPlace(location: string, dataDir: string, key: BucketKey | null): Promise<BackupPlace> {
  if (!isBucketAddress(location)) return folderPlace(location)
  if (!isBucket(location))
    throw new SettingsError(`${location} is no address of a bucket such as s3://bucket/folder?region=eu-central-1.`)
  assertInstalled('@aws-sdk/client-s3', location)
  const { openBucket } = await import('../../buckets/bucket.ts')
  const { bucketPlace } = await import('./bucket-place.ts')
  return bucketPlace(openBucket(location, key), join(dataDir, `${readFolderPrefix}${randomUUID()}`))
}

export function keyOf({ settings, secrets }: Config): BucketKey | null {
  const { keyId } = settings.of(backupSettings)
  const { secret } = secrets.of(backupSettings)
  return keyId !== null && secret !== null ? { keyId, secret } : null
}

const kept = new KeptValue<(location: string) => Promise<BackupPlace>>('backup places')

/** Lets this process open the places of backups in buckets with `key`. */
export function keepPlaces(ctx: Platform, key: BucketKey | null): void {
  kept.set(ctx, (location) => openPlace(location, ctx.settings.dataDir, key))
}

export function placeAt(ctx: Platform, location: string): Promise<BackupPlace> {
  return kept.of(ctx)?.(location) ?? openPlace(location, ctx.settings.dataDir, null)
}

/** Removes the remains of killed reads and rehearsals. No read or rehearsal may be running. */
export async function clearInterrupted(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (isOfReading(name) || name === rehearsalName) await rm(join(dataDir, name), { recursive: true, force: true })
}
