const chunkSize = 16_384

/**
 * Sends a file while it is made. Waits for the first line, so that the response can still be a refusal. Makes later
 * lines only as fast as the reader reads them.
 */
export async function streamLines(
  lines: AsyncGenerator<string>,
  { name, type }: { name: string; type: string },
): Promise<Response> {
  const encoder = new TextEncoder()
  let next = await lines.next()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      let chunk = ''
      while (!next.done && chunk.length < chunkSize) {
        chunk += `${next.value}\n`
        next = await lines.next()
      }
      if (chunk !== '') controller.enqueue(encoder.encode(chunk))
      if (next.done) controller.close()
    },
    async cancel() {
      await lines.return(undefined)
    },
  })
  return fileResponse(body, { name, type })
}

export function fileResponse(body: BodyInit, { name, type }: { name: string; type: string }): Response {
  return new Response(body, {
    headers: { 'content-type': `${type}; charset=utf-8`, 'content-disposition': `attachment; filename="${name}"` },
  })
}
