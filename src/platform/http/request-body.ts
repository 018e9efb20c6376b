import { type Refusal, refuse } from '#src/contract/errors.ts'

export const bodyBytesMax = 64 * 1024

/** Ends the connection: the rest of the body may still arrive. */
export function bodyTooLarge(): Refusal {
  return refuse('payload_too_large', { headers: { connection: 'close' } })
}

/**
 * The whole body, counted while it is read: a length may be absent or a lie. The rest of a longer one stays unread, and the
 * stream is not cancelled, since that would cut the connection before the refusal is sent.
 */
export async function readBytes(request: Request): Promise<Buffer<ArrayBuffer>> {
  if (!request.body) return Buffer.alloc(0)
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      // The client disconnected: no fault of ours, and nobody reads the answer.
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
