import { afterAll, beforeAll, expect, test } from 'vitest'
import { fieldsOf } from '#lab/compatible/recording.ts'
import { type CompatibleGateway, compatibleGateway } from '#test/fixtures/compatible-gateway.ts'
import requests from './recorded-requests.json' with { type: 'json' }

/** `npm run drill -- compatible --record` records them from the client for Python. */
let at: CompatibleGateway
beforeAll(async () => {
  at = await compatibleGateway('alpaca')
})
afterAll(() => at[Symbol.asyncDispose]())

test.each(requests)('$client gets the fields that it read from $path', async ({ path, fields }) => {
  const got = await fetch(`${at.rest.url}${path}`, { headers: { 'APCA-API-SECRET-KEY': at.key } })
  expect(got.status).toBe(200)
  expect(fieldsOf(await got.json())).toEqual(fields)
})
