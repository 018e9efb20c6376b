import { createHash } from 'node:crypto'
import { chmod, rm } from 'node:fs/promises'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Socket paths are limited to about 100 characters. A longer path is replaced by a computed name in the temporary
 * folder.
 */
export function privateSocketPath(dataDir: string, name: 'control' | 'stores'): string {
  const path = join(dataDir, `${name}.sock`)
  if (Buffer.byteLength(path) < 100) return path
  const mark = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  // The name of the control socket has no suffix, so that commands of other releases find it.
  return join(tmpdir(), name === 'control' ? `tapewire-${mark}.sock` : `tapewire-${mark}-${name}.sock`)
}

/** Listens on a Unix socket that only the same user can open. Replaces a socket that a killed process left. */
export async function listenPrivately(server: Server, path: string): Promise<void> {
  await rm(path, { force: true })
  const mask = process.umask(0o177)
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  } finally {
    process.umask(mask)
  }
  await chmod(path, 0o600)
}
