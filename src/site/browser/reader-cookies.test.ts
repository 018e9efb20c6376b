import { afterEach, expect, test, vi } from 'vitest'
import { setTheme } from './reader-cookies.ts'

afterEach(() => vi.unstubAllGlobals())

function cookiesOfTheme(domain: string | null): string[] {
  const written: string[] = []
  const documentElement = { dataset: {} as Record<string, string> }
  vi.stubGlobal('document', {
    documentElement,
    set cookie(text: string) {
      written.push(text)
    },
  })
  setTheme('dark', { secure: false, domain })
  expect(documentElement.dataset).toEqual({ theme: 'dark' })
  return written
}

test('the theme cookie is set for the current host; with a parent domain, it is set for that domain and deleted for the host', () => {
  const [kept, ended] = ['Path=/; Max-Age=31536000; SameSite=Lax', 'Path=/; Max-Age=0; SameSite=Lax']
  expect(cookiesOfTheme(null)).toEqual([`theme=dark; ${kept}`])
  expect(cookiesOfTheme('example.com')).toEqual([`theme=; ${ended}`, `theme=dark; ${kept}; Domain=example.com`])
})
