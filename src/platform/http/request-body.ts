import { type Refusal, refuse } from '#src/contract/errors.ts'

export const bodyBytesMax = 64 * 1024

/** The refusal names the limit. It closes the connection, since the rest of the body may still arrive. */
export function bodyTooLarge(bytesMax = bodyBytesMax): Refusal {
  const size = bytesMax < 1024 ** 2 ? `${bytesMax / 1024} KiB` : `${Math.floor(bytesMax / 1024 ** 2)} MiB`
  return refuse('payload_too_large', { values: { size }, headers: { connection: 'close' } })
}

export function tooManyLines(lines: number): Refusal {
  return refuse('payload_too_large', { values: { lines } })
}

/**
 * Reads the whole body and counts its bytes, since the declared length may be absent or wrong. The rest of a body
 * that is too large stays unread; cancelling the stream would cut the connection before the refusal is sent.
 */
export async function readBytes(request: Request): Promise<Buffer<ArrayBuffer>> {
  if (!request.body) return Buffer.alloc(0)
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      // The client has disconnected, so nobody reads the response; the server has no fault.
      throw refuse('bad_request')
    })
    if (done) return Buffer.concat(chunks)
    size += value.byteLength
    if (size > bodyBytesMax) {
      reader.releaseLock()
      throw bodyTooLarge()
    }
    chunks.push(value)
  }
}
