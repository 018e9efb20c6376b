import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Bucket, ObjectMissing } from '../../buckets/bucket.ts'
import { filesOf, type Manifest, manifestName, parseManifest, sumName, textsOf } from './manifest.ts'
import { type Backup, type BackupPlace, FileMissing, inOrder, nameOf } from './place.ts'

/* `files/<sha256>`: a file, stored once for all backups. `<name>/manifest.json`: a backup, written last. */

const filesFolder = 'files/'
const objectOf = ({ sha256 }: { sha256: string }) => `${filesFolder}${sha256}`

/**
 * Backups in a bucket. A file is stored once under its checksum, so a backup sends only files that no earlier backup
 * has. `workFolder`: for programs that read only files of the disk.
 */
export function bucketPlace(bucket: Bucket, workFolder: string): BackupPlace {
  const { location } = bucket
  const names = async () => {
    const found: string[] = []
    for await (const { name } of bucket.list())
      if (name.endsWith(`/${manifestName}`)) found.push(name.split('/')[0] ?? '')
    return inOrder(found)
  }
  const open = async (name: string): Promise<Backup | null> => {
    const texts = await Promise.all(
      [manifestName, sumName].map((file) =>
        bucket.read(`${name}/${file}`).then(String, (cause: unknown) => {
          if (cause instanceof ObjectMissing) return null
          throw cause
        }),
      ),
    )
    const [text = null, sum = null] = texts
    const path = `${location}/${name}`
    return text === null ? null : backupOf(path, parseManifest(path, text, sum))
  }
  const backupOf = (path: string, manifest: Manifest): Backup => ({
    ...{ path, location, manifest },
    read: (file) => bucket.stream(objectOf(file)),
    async local(file) {
      await mkdir(workFolder, { recursive: true, mode: 0o700 })
      // The engine recognises the format of a file by the end of its name.
      const to = join(workFolder, `${randomUUID()}-${basename(file.path)}`)
      const stored = await bucket.stream(objectOf(file)).catch((cause: unknown) => {
        throw cause instanceof ObjectMissing ? new FileMissing(file.path, { cause }) : cause
      })
      await pipeline(stored, createWriteStream(to, { mode: 0o600 }))
      return { path: to, [Symbol.asyncDispose]: () => rm(to, { force: true }) }
    },
  })
  const storedFiles = async () => {
    const sizes = new Map<string, number>()
    for await (const { name, bytes } of bucket.list(filesFolder)) sizes.set(name, bytes)
    return sizes
  }
  return {
    location,
    folder: null,
    names,
    open,
    async begin(now) {
      const id = nameOf(now, await names())
      const stored = await storedFiles()
      return {
        id,
        pathOf: () => null,
        async take(_file, from, measured) {
          const object = objectOf(measured)
          if (stored.get(object) === measured.bytes) return
          await bucket.send(object, from)
          stored.set(object, measured.bytes)
        },
        reuse: async (_earlier, files) => files.every((file) => stored.get(objectOf(file)) === file.bytes),
        // The next removal of an old backup removes all files that belong to no finished backup.
        remove: async () => {},
        async finish(manifest) {
          const { text, sum } = textsOf(manifest)
          await bucket.write(`${id}/${sumName}`, Buffer.from(sum))
          await bucket.write(`${id}/${manifestName}`, Buffer.from(text))
          return backupOf(`${location}/${id}`, manifest)
        },
        abandon: async () => {},
      }
    },
    async remove(old) {
      if (old.length === 0) return
      for (const name of old) for (const file of [manifestName, sumName]) await bucket.remove(`${name}/${file}`)
      const needed = new Set<string>()
      for (const name of await names()) {
        const kept = await open(name)
        for (const file of kept ? Object.values(filesOf(kept.manifest)).flat() : []) needed.add(objectOf(file))
      }
      for (const object of (await storedFiles()).keys()) if (!needed.has(object)) await bucket.remove(object)
    },
    async [Symbol.asyncDispose]() {
      await bucket[Symbol.asyncDispose]()
      await rm(workFolder, { recursive: true, force: true })
    },
  }
}
