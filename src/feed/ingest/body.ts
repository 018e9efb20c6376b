import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip, zstdDecompress } from 'node:zlib'
import { refuse } from '#src/contract/errors.ts'
import { bodyTooLarge } from '#src/platform/http/request-body.ts'

export const pushBytesMax = 16 * 1024 * 1024
export const unpackedBytesMax = 4 * pushBytesMax

const unpackers = { gzip: promisify(gunzip), zstd: promisify(zstdDecompress) }

export async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const encoding = (incoming.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const bytes = await readBytes(incoming)
  if (encoding === 'identity' || encoding === '') return bytes
  if (encoding !== 'gzip' && encoding !== 'zstd') throw refuse('unsupported_media_type')
  try {
    return await unpackers[encoding](bytes, { maxOutputLength: unpackedBytesMax })
  } catch (cause) {
    const isTooLarge = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE'
    throw isTooLarge ? bodyTooLarge() : refuse('body_undecodable')
  }
}

async function readBytes(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer
      size += bytes.length
      if (size > pushBytesMax) throw bodyTooLarge()
      chunks.push(bytes)
    }
  } catch (cause) {
    // The client disconnected, so nobody reads the answer.
    throw incoming.destroyed && !incoming.complete ? refuse('bad_request') : cause
  }
  return Buffer.concat(chunks)
}
