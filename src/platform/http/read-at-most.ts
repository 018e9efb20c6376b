/**
 * Reads a response body of at most `bytesMax` bytes; throws beyond that. Bytes are counted because a chunked response
 * has no length and may never end.
 */
export async function readAtMost(response: Response, bytesMax: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop early cancels the stream and closes the connection.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > bytesMax) throw new Error(`the answer is larger than ${bytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, bytes)
}

/** A `fetch` for other people's services. Throws if a response body has more than `bytesMax` bytes. */
export function fetchAtMost(bytesMax: number) {
  return async (url: string, options: object = {}): Promise<Response> => {
    const answer = await fetch(url, options)
    const body = await readAtMost(answer, bytesMax)
    const { status, statusText, headers } = answer
    return new Response(body.length === 0 ? null : body, { status, statusText, headers })
  }
}
