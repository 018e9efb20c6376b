import { createHash } from 'node:crypto'
import { chmod, rm } from 'node:fs/promises'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Socket paths end at about 100 characters; a longer one moves to the temporary folder under a name both sides know. */
export function privateSocketPath(dataDir: string, name: 'control' | 'stores'): string {
  const path = join(dataDir, `${name}.sock`)
  if (Buffer.byteLength(path) < 100) return path
  const mark = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  // The name of the first socket has no kind, so that the commands of another release find it.
  return join(tmpdir(), name === 'control' ? `tapewire-${mark}.sock` : `tapewire-${mark}-${name}.sock`)
}

/** On a Unix socket that only our own user may open. One that a killed process left behind is replaced. */
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
