import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  type GetObjectCommandOutput,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'

export type BucketKey = { keyId: string; secret: string }

const tries = 4
const connectMs = 5_000
const answerMs = 60_000
/**
 * A larger file is sent in parts of this size: a request takes at most 5 GB, and a failed request is repeated whole.
 */
const partBytes = 64 * 1024 ** 2

export class ObjectMissing extends Error {}

/** The objects below the folder of an address `s3://bucket/folder`. Names are relative to that folder. */
export type Bucket = AsyncDisposable & {
  /** The address as shown to people; contains no secret. */
  readonly location: string
  write(name: string, bytes: Buffer): Promise<void>
  /** Sends a file of any size. */
  send(name: string, path: string): Promise<void>
  /** Throws `ObjectMissing`. `range`: the first and the last byte. */
  read(name: string, range?: { first: number; last: number }): Promise<Buffer>
  /** Throws `ObjectMissing`. */
  stream(name: string): Promise<Readable>
  /** Does nothing when the object does not exist. */
  remove(name: string): Promise<void>
  list(below?: string): AsyncIterable<{ name: string; bytes: number }>
}

/**
 * S3 or compatible storage: `s3://bucket/folder?region=…&endpoint=…`. Storage outside of Amazon is addressed by path,
 * because it seldom has a host name for each bucket. `key` null: the credentials of the machine.
 */
export function openBucket(url: string, key: BucketKey | null): Bucket {
  const { hostname: bucket, pathname, searchParams } = new URL(url)
  const [endpoint, folder] = [searchParams.get('endpoint'), pathname.replaceAll(/^\/|\/$/g, '')]
  const prefix = folder === '' ? '' : `${folder}/`
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
    ...(key && { credentials: { accessKeyId: key.keyId, secretAccessKey: key.secret } }),
  })
  const about = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` })
  const get = async (name: string, range: Partial<GetObjectCommandInput>): Promise<GetObjectCommandOutput['Body']> => {
    try {
      return (await client.send(new GetObjectCommand({ ...about(name), ...range }))).Body
    } catch (cause) {
      throw cause instanceof NoSuchKey || cause instanceof NotFound ? new ObjectMissing(name, { cause }) : cause
    }
  }
  const write = async (name: string, bytes: Buffer) => {
    await client.send(new PutObjectCommand({ ...about(name), Body: bytes, ContentLength: bytes.length }))
  }
  return {
    location: `s3://${bucket}/${folder}`,
    write,
    async send(name, path) {
      const { size } = await stat(path)
      await using file = await open(path)
      const part = async (from: number) => {
        const bytes = Buffer.alloc(Math.min(partBytes, size - from))
        await file.read(bytes, 0, bytes.length, from)
        return bytes
      }
      if (size <= partBytes) return write(name, await part(0))
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(about(name)))
      try {
        const parts: { PartNumber: number; ETag: string | undefined }[] = []
        for (let from = 0; from < size; from += partBytes) {
          const PartNumber = parts.length + 1
          const Body = await part(from)
          const { ETag } = await client.send(new UploadPartCommand({ ...about(name), UploadId, PartNumber, Body }))
          parts.push({ PartNumber, ETag })
        }
        const MultipartUpload = { Parts: parts }
        await client.send(new CompleteMultipartUploadCommand({ ...about(name), UploadId, MultipartUpload }))
      } catch (cause) {
        await client.send(new AbortMultipartUploadCommand({ ...about(name), UploadId })).catch(() => {})
        throw cause
      }
    },
    async read(name, range) {
      const body = await get(name, range ? { Range: `bytes=${range.first}-${range.last}` } : {})
      return Buffer.from((await body?.transformToByteArray()) ?? new Uint8Array())
    },
    // In Node, the client returns the body as a Node stream.
    stream: async (name) => (await get(name, {})) as Readable,
    async remove(name) {
      await client.send(new DeleteObjectCommand(about(name)))
    },
    async *list(below = '') {
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${prefix}${below}` })
      for await (const { Contents = [] } of pages)
        for (const { Key = '', Size = 0 } of Contents) yield { name: Key.slice(prefix.length), bytes: Size }
    },
    async [Symbol.asyncDispose]() {
      client.destroy()
    },
  }
}
