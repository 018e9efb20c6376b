import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { type ArchiveFiles, FileMissing } from './archive-files.ts'

export type Credentials = { keyId: string; secret: string }

const tries = 4
const connectMs = 5_000
const answerMs = 60_000

/**
 * S3 or compatible storage: `s3://bucket/folder?region=…&endpoint=…`. Storage outside of Amazon is addressed by path,
 * because it seldom has a host name for each bucket.
 */
export function s3Files(url: string, credentials: Credentials | null): ArchiveFiles {
  const { hostname: bucket, pathname, searchParams } = new URL(url)
  const [endpoint, folder] = [searchParams.get('endpoint'), pathname.replaceAll(/^\/|\/$/g, '')]
  const client = new S3Client({
    region: searchParams.get('region') ?? 'us-east-1',
    maxAttempts: tries,
    requestHandler: { connectionTimeout: connectMs, requestTimeout: answerMs, throwOnRequestTimeout: true },
    ...(endpoint !== null && {
      endpoint,
      forcePathStyle: true,
      // Many S3-compatible stores do not support Amazon's checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED' as const,
      responseChecksumValidation: 'WHEN_REQUIRED' as const,
    }),
    ...(credentials && { credentials: { accessKeyId: credentials.keyId, secretAccessKey: credentials.secret } }),
  })
  const about = (name: string) => ({ Bucket: bucket, Key: folder === '' ? name : `${folder}/${name}` })
  const get = async (name: string, range: Partial<GetObjectCommandInput>) => {
    try {
      const { Body } = await client.send(new GetObjectCommand({ ...about(name), ...range }))
      return (await Body?.transformToByteArray()) ?? new Uint8Array()
    } catch (cause) {
      throw cause instanceof NoSuchKey || cause instanceof NotFound ? new FileMissing(name, { cause }) : cause
    }
  }
  return {
    location: `s3://${bucket}/${folder}`,
    async write(name, bytes) {
      await client.send(new PutObjectCommand({ ...about(name), Body: bytes, ContentLength: bytes.length }))
    },
    async read(name, from, to) {
      const bytes = await get(name, { Range: `bytes=${from}-${to - 1}` })
      if (bytes.length !== to - from) throw new Error(`${name}: ${bytes.length} bytes in the place of ${to - from}`)
      return new Uint8Array(bytes).buffer
    },
    readAll: async (name) => Buffer.from(await get(name, {})),
    async remove(name) {
      await client.send(new DeleteObjectCommand(about(name)))
    },
    async *list() {
      const prefix = folder === '' ? '' : `${folder}/`
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }))
        for (const { Key = '', Size = 0 } of Contents) yield { name: Key.slice(prefix.length), bytes: Size }
    },
    async [Symbol.asyncDispose]() {
      client.destroy()
    },
  }
}
