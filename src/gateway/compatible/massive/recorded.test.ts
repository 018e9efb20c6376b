import { afterAll, beforeAll, expect, test } from 'vitest'
import { fieldsOf } from '#lab/compatible/recording.ts'
import { type MassiveGateway, massiveGateway } from '#test/fixtures/massive-gateway.ts'
import requests from './recorded-requests.json' with { type: 'json' }

/** `npm run drill -- compatible --record` records them from the clients for Python and Go. */
let at: MassiveGateway
beforeAll(async () => {
  at = await massiveGateway()
})
afterAll(() => at[Symbol.asyncDispose]())

test.each(requests)('$client gets the fields that it read from $path', async ({ path, fields }) => {
  const got = await fetch(`${at.rest.url}${path}`, { headers: { authorization: `Bearer ${at.key}` } })
  expect(got.status).toBe(200)
  expect(fieldsOf(await got.json())).toEqual(fields)
})
