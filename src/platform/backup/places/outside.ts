import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { isBucketAddress } from './place.ts'

/** Whether backups at `location` would be lost together with DATA_DIR. */
export function isInDataDir(location: string, dataDir: string): boolean {
  return !isBucketAddress(location) && `${realPath(location)}${sep}`.startsWith(`${realPath(dataDir)}${sep}`)
}

/** Follows links. The last folders of the path need not exist yet. */
function realPath(path: string): string {
  const whole = resolve(path)
  try {
    return realpathSync(whole)
  } catch {
    return dirname(whole) === whole ? whole : join(realPath(dirname(whole)), basename(whole))
  }
}
