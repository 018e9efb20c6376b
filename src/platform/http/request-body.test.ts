import { expect, test } from 'vitest'
import { readBytes } from './request-body.ts'

test('a client disconnect during the request body counts as a bad request, not as a store failure', async () => {
  const body = new ReadableStream({
    pull(controller) {
      controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    },
  })
  const request = new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit)
  await expect(readBytes(request)).rejects.toMatchObject({ error: 'bad_request' })
})
