import { afterAll, beforeAll, expect, test } from 'vitest'
import { fieldsOf } from '#lab/compatible/recording.ts'
import { type CompatibleGateway, compatibleGateway } from '#test/fixtures/compatible-gateway.ts'
import ofAlpaca from './alpaca/recorded-requests.json' with { type: 'json' }
import ofMassive from './massive/recorded-requests.json' with { type: 'json' }

/**
 * The calls of this test were recorded by `npm run drill -- compatible --record` from the vendors' clients for Python
 * and Go.
 */
let at: CompatibleGateway
beforeAll(async () => {
  at = await compatibleGateway('massive,alpaca')
})
afterAll(() => at[Symbol.asyncDispose]())

test.each([...ofMassive, ...ofAlpaca])(
  'the response of $path has the fields that $client read when its calls were recorded',
  async ({ path, fields }) => {
    const got = await fetch(`${at.rest.url}${path}`, { headers: { authorization: `Bearer ${at.key}` } })
    expect(got.status).toBe(200)
    expect(fieldsOf(await got.json())).toEqual(fields)
  },
)
