import { afterEach, expect, test, vi } from 'vitest'
import { locales } from '#src/contract/locale.ts'
import { testSettings } from '#test/fixtures/settings.ts'
import type { PageCall } from '../page/page.server.ts'
import { proofsOf } from './proofs.server.ts'

afterEach(() => vi.unstubAllGlobals())

/** A fake gateway that returns `bar` for bars, and refuses all other requests in the language of the request. */
function gatewayWith(bar: object) {
  vi.stubGlobal('fetch', async (address: string, { headers }: { headers: Record<string, string> }) =>
    address.includes('BTCUSD')
      ? Response.json({ code: 0, data: [bar] })
      : Response.json({ code: 403, msg: `in ${headers.lang}` }, { status: 403 }),
  )
}

const callIn = (locale: PageCall['locale']) =>
  ({
    locale,
    ctx: { settings: testSettings({}), clock: { now: () => 0 } },
    share: (_: string, load: () => Promise<unknown>) => load(),
  }) as unknown as PageCall

test.each(locales)(
  'on the home page in %s the shown refusal is in the language of the page, and each example contains its highlighted field',
  async (locale) => {
    gatewayWith({ t: 1, c: 2, final: false })
    const { refusal, final, gap } = await proofsOf(callIn(locale))
    expect(refusal?.text).toContain(`"msg": "in ${locale}"`)
    for (const proof of [refusal, final, gap]) expect(proof?.text).toContain(`"${proof?.field}":`)
  },
)

test('the home page shows no example of a running bar if the bar has no field `final`', async () => {
  gatewayWith({ t: 1, c: 2 })
  expect((await proofsOf(callIn('en-US'))).final).toBeNull()
})
