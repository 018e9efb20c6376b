import { expect, test } from 'vitest'
import type { PageCall } from '../page/page.server.ts'
import { demoOf } from './showcase.server.ts'

test('example requests share a response only if their paths and parameters are equal', async () => {
  const names: string[] = []
  const call = {
    ctx: { kept: new Map(), settings: { apiFreeUrl: 'http://localhost:3001' } },
    locale: 'en-US',
    textPart: (id: string, html: string) => ({ id, html }),
    share: async (name: string) => {
      names.push(name)
      return null
    },
  } as unknown as PageCall
  for (const code of ['AAPL', 'MSFT', 'AAPL'])
    await demoOf(call, { path: '/stock/quote', query: { region: 'US', code } })
  expect(names[0]).toBe(names[2])
  expect(new Set(names).size).toBe(2)
})
