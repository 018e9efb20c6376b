import { expect, test } from 'vitest'
import { perLocale } from '#src/contract/locale.ts'
import { dismissing } from './dismissed.server.ts'
import { openTo } from './open-to.server.ts'

const texts = { ...perLocale(() => 'Down for <maintenance> & more'), 'zh-CN': '维护', 'zh-HK': '維護' }
const list = [4, 3, 2, 1].map((id) => ({ id, level: 'info', texts, mark: '' }) as const)
const reader = (cookie?: string) =>
  new Request('http://localhost:3000/en-US', cookie === undefined ? {} : { headers: { cookie } })
const ids = (cookie?: string) => openTo(reader(cookie), list).map(({ id }) => id)

test('a reader gets the three newest announcements that the reader has not dismissed', () => {
  expect(ids()).toEqual([4, 3, 2])
  expect(ids('announcements=3.4; theme=dark')).toEqual([2, 1])
  for (const broken of ['announcements=', 'announcements=x.-1.4e3', 'announcements=4; announcements=3'])
    expect(ids(broken), broken).toEqual([4, 3, 2])
})

test('if the cookie of dismissed announcements is full, the id of a newly dismissed announcement replaces the oldest id', () => {
  const before = Array.from({ length: 20 }, (_, at) => at + 1).join('.')
  const [value] = dismissing(reader(`announcements=${before}`), 99, false).split(';')
  expect(value).toBe(`announcements=${before.replace('1.', '')}.99`)
})
