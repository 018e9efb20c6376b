import { expect, test } from 'vitest'
import { actAddress, doneAddress, openAct, unlessAct, withoutAct } from './act-address.ts'

const page = { pathname: '/en-US/operator/staff', search: '?role=data&done=grant' }

test('the address keeps the filters of a console page when an action opens, closes or completes', () => {
  const open = actAddress(page, 'revoke', 'owner ada@example.com')
  expect(open).toBe('/en-US/operator/staff?role=data&do=revoke&on=owner+ada%40example.com')
  const url = new URL(open, 'http://localhost')
  expect(openAct(url)).toEqual({ act: 'revoke', on: 'owner ada@example.com', done: null })
  expect(withoutAct(url)).toBe('/en-US/operator/staff?role=data')
  expect(doneAddress(url, 'revoke')).toBe('/en-US/operator/staff?role=data&done=revoke')
})

test('a console page reloads its data after a new filter or a completed action, but not when a form opens', () => {
  const base = { currentParams: {}, nextParams: {}, defaultShouldRevalidate: true } as const
  const from = new URL('http://localhost/en-US/operator/staff?role=data')
  const to = (search: string) => new URL(`http://localhost/en-US/operator/staff${search}`)
  expect(unlessAct({ ...base, currentUrl: from, nextUrl: to('?role=data&do=grant') })).toBe(false)
  expect(unlessAct({ ...base, currentUrl: from, nextUrl: to('?role=owner') })).toBe(true)
  expect(unlessAct({ ...base, currentUrl: from, nextUrl: from })).toBe(true)
  const done = { ...base, currentUrl: to('?role=data&do=grant'), nextUrl: to('?role=data&done=grant') }
  expect(unlessAct({ ...done, formMethod: 'POST' })).toBe(true)
})
