import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip, zstdDecompress } from 'node:zlib'
import { refuse } from '#src/contract/errors.ts'
import { bodyTooLarge, tooManyLines } from '#src/platform/http/request-body.ts'
import { hasMoreLines } from './lines.ts'

export const pushBytesMax = 16 * 1024 * 1024
/**
 * The maximum compression ratio. Messages compress to a twentieth of their size at best, so a body with a higher ratio
 * contains no messages.
 */
const unpackedRatioMax = 50
const freeUnpackedBytes = 1024 * 1024
const linesMax = 50_000

const unpackers = { gzip: promisify(gunzip), zstd: promisify(zstdDecompress) }

/** The unpacked body. Its lines are counted before anything reads them. */
export async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const body = await unpackedBody(incoming)
  if (hasMoreLines(body, linesMax)) throw tooManyLines(linesMax)
  return body
}

async function unpackedBody(incoming: IncomingMessage): Promise<Buffer> {
  const encoding = (incoming.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const bytes = await readBytes(incoming)
  if (encoding === 'identity' || encoding === '') return bytes
  if (encoding !== 'gzip' && encoding !== 'zstd') throw refuse('unsupported_media_type')
  const maxOutputLength = Math.min(pushBytesMax, freeUnpackedBytes + unpackedRatioMax * bytes.length)
  try {
    return await unpackers[encoding](bytes, { maxOutputLength })
  } catch (cause) {
    const isTooLarge = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE'
    throw isTooLarge ? bodyTooLarge(maxOutputLength) : refuse('body_undecodable')
  }
}

async function readBytes(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer
      size += bytes.length
      if (size > pushBytesMax) throw bodyTooLarge(pushBytesMax)
      chunks.push(bytes)
    }
  } catch (cause) {
    // If the client disconnected, nobody reads the response.
    throw incoming.destroyed && !incoming.complete ? refuse('bad_request') : cause
  }
  return Buffer.concat(chunks)
}
