import { expect, test } from 'vitest'
import { readBytes } from './request-body.ts'

test('a client that disconnects while it sends its body is a bad request, not a store failure', async () => {
  const body = new ReadableStream({
    pull(controller) {
      controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    },
  })
  const request = new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit)
  await expect(readBytes(request)).rejects.toMatchObject({ error: 'bad_request' })
})
