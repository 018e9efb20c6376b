import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { hasCode } from '#src/platform/data-dir/read-if-there.ts'
import { type ArchiveFiles, FileMissing } from './archive-files.ts'

const partly = '.part'

/** Archive files in a folder. A file is written under a temporary name and synced before it is renamed. */
export function folderFiles(folder: string): ArchiveFiles {
  const path = (name: string) => join(folder, ...name.split('/'))
  return {
    location: folder,
    async write(name, bytes) {
      await mkdir(dirname(path(name)), { recursive: true, mode: 0o700 })
      await written(`${path(name)}${partly}`, bytes)
      await rename(`${path(name)}${partly}`, path(name))
      await synced(dirname(path(name)))
    },
    async read(name, from, to) {
      const handle = await open(path(name)).catch(missing(name))
      try {
        const bytes = new ArrayBuffer(to - from)
        const { bytesRead } = await handle.read(new Uint8Array(bytes), 0, to - from, from)
        if (bytesRead < to - from) throw new Error(`${path(name)} ends at ${from + bytesRead} bytes`)
        return bytes
      } finally {
        await handle.close()
      }
    },
    readAll: (name) => readFile(path(name)).catch(missing(name)),
    async remove(name) {
      await rm(path(name), { force: true })
      await rm(`${path(name)}${partly}`, { force: true })
    },
    async *list() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
        if (hasCode(cause, 'ENOENT')) return []
        throw cause
      })
      for (const entry of entries) {
        if (!entry.isFile() || entry.name.endsWith(partly)) continue
        const file = join(entry.parentPath, entry.name)
        yield { name: relative(folder, file).split(sep).join('/'), bytes: (await stat(file)).size }
      }
    },
    async [Symbol.asyncDispose]() {},
  }
}

async function written(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'w', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Syncs a folder. Without this, a power failure may lose the name of a written file. */
async function synced(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function missing(name: string): (cause: unknown) => never {
  return (cause) => {
    throw hasCode(cause, 'ENOENT') ? new FileMissing(name, { cause }) : cause
  }
}
