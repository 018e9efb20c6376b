import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../data-dir/make-folder.ts'
import { hasCode } from '../../data-dir/read-if-there.ts'
import { type StoredFile, settle } from '../../packed/packed-file.ts'
import { readManifest, writeManifest } from './manifest.ts'
import { type Backup, type BackupPlace, type BegunBackup, inOrder, localReader, nameOf } from './place.ts'

const unfinished = '.unfinished-'

/**
 * Backups in a folder, each in a subfolder. A file that is reused from an earlier backup is a hard link, so that either
 * backup can be deleted. An unfinished backup has another name, so that it never looks complete.
 */
export function folderPlace(folder: string): BackupPlace {
  const names = async () => inOrder(await entriesOf(folder))
  const open = async (name: string): Promise<Backup | null> => {
    const path = join(folder, name)
    const manifest = await readManifest(path)
    return manifest && { path, location: folder, manifest, ...localReader(path) }
  }
  return {
    location: folder,
    folder,
    names,
    open,
    async begin(now) {
      await makeFolder(folder, 'The folder of backups')
      for (const name of await entriesOf(folder))
        if (name.startsWith(unfinished)) await rm(join(folder, name), { recursive: true, force: true })
      const id = nameOf(now, await names())
      const path = join(folder, `${unfinished}${id}`)
      await mkdir(path, { recursive: true, mode: 0o700 })
      return begun(id, path, async () => {
        const whole = join(folder, id)
        await rename(path, whole)
        await settle(folder)
        return open(id)
      })
    },
    /** Each backup is renamed before its removal, so that no half-removed backup is listed. */
    async remove(old) {
      for (const name of old) {
        const going = join(folder, `${unfinished}${name}`)
        await rename(join(folder, name), going)
        await rm(going, { recursive: true })
      }
    },
    async [Symbol.asyncDispose]() {},
  }
}

function begun(id: string, path: string, complete: () => Promise<Backup | null>): BegunBackup {
  const reusable = async (earlier: Backup, file: StoredFile) => {
    await using found = await earlier.local(file)
    const bytes = await stat(found.path).then(
      ({ size }) => size,
      () => null,
    )
    return bytes === file.bytes ? found.path : null
  }
  return {
    id,
    pathOf: (file) => join(path, file),
    take: async () => {},
    async reuse(earlier, files) {
      const from = await Promise.all(files.map((file) => reusable(earlier, file)))
      if (from.includes(null)) return false
      for (const [at, file] of files.entries()) {
        const [source, target] = [from[at] ?? '', join(path, file.path)]
        await mkdir(dirname(target), { recursive: true, mode: 0o700 })
        await link(source, target).catch(() => copyFile(source, target))
      }
      return true
    },
    remove: (file) => rm(join(path, file), { force: true }),
    async finish(manifest) {
      await writeManifest(path, manifest)
      for (const inner of await readdir(path, { recursive: true, withFileTypes: true }))
        if (inner.isDirectory()) await settle(join(inner.parentPath, inner.name))
      await settle(path)
      const made = await complete()
      if (!made) throw new Error(`the backup ${id} is gone`)
      return made
    },
    abandon: () => rm(path, { recursive: true, force: true }).catch(() => {}),
  }
}

async function entriesOf(folder: string): Promise<string[]> {
  return readdir(folder).catch((cause: unknown) => {
    if (hasCode(cause, 'ENOENT') || hasCode(cause, 'ENOTDIR')) return []
    throw cause
  })
}
