import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** The folder of fetched or built programs. Another version of one of them is another folder. */
export function cacheFolder(name: string, versions: readonly string[]): string {
  const edition = createHash('sha256').update(JSON.stringify(versions)).digest('hex').slice(0, 12)
  return join(import.meta.dirname, '../node_modules/.cache', `${name}-${edition}`)
}
