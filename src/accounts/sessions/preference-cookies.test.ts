import { expect, test } from 'vitest'
import { preferenceCookies } from './preference-cookies.ts'

const names = (header: string, theme: 'dark' | 'system' = 'dark', upColour: 'red' | 'auto' = 'red') =>
  preferenceCookies({ theme, upColour }, header, true).map((cookie) => cookie.split(';')[0])

test('a new browser gets the theme and the colours of the account, and one with its own keeps them', () => {
  expect(names('')).toEqual(['theme=dark', 'upcolor=red'])
  expect(names('a=1; theme=light')).toEqual(['upcolor=red'])
  expect(names('theme=light; upcolor=green')).toEqual([])
})

test('what the account leaves to the system or the language is left to them', () => {
  expect(names('', 'system', 'auto')).toEqual([])
})
