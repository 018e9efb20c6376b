import { type BucketKey, ObjectMissing, openBucket } from '#src/platform/buckets/bucket.ts'
import { type ArchiveFiles, FileMissing } from './archive-files.ts'

/** Archive files in S3 or compatible storage. */
export function s3Files(url: string, key: BucketKey | null): ArchiveFiles {
  const bucket = openBucket(url, key)
  const missing = (name: string) => (cause: unknown) => {
    throw cause instanceof ObjectMissing ? new FileMissing(name, { cause }) : cause
  }
  return {
    location: bucket.location,
    write: bucket.write,
    async read(name, from, to) {
      const bytes = await bucket.read(name, { first: from, last: to - 1 }).catch(missing(name))
      if (bytes.length !== to - from) throw new Error(`${name}: ${bytes.length} bytes in the place of ${to - from}`)
      return new Uint8Array(bytes).buffer
    },
    readAll: (name) => bucket.read(name).catch(missing(name)),
    remove: bucket.remove,
    list: () => bucket.list(),
    [Symbol.asyncDispose]: () => bucket[Symbol.asyncDispose](),
  }
}
