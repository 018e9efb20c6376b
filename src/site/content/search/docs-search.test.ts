import { describe, expect, test } from 'vitest'
import { keepPackages } from '#src/clients/kept-packages.ts'
import { keepChangelog } from '#src/content/follow-changelog.ts'
import { keepOwnTexts } from '#src/content/texts/kept-texts.ts'
import type { OwnText } from '#src/content/texts/own-text.ts'
import type { Locale } from '#src/contract/locale.ts'
import { brandOf, makeBrand, setBrand } from '#src/platform/brand/brand.ts'
import { testSettings } from '#test/fixtures/settings.ts'
import { pagesOf } from '../../search/pages.server.ts'
import { searchDocs } from './docs-search.server.ts'

const facts = { settings: testSettings({}), kept: new Map() }

const placesOf = (locale: Locale, query: string) =>
  searchDocs(locale, facts, query).map(({ path, id }) => (id ? `${path}#${id}` : path))

/** Customers' questions, each with the pages or sections that are acceptable as the first result. */
const questions: Record<Locale, [string, ...string[]][]> = {
  'en-US': [
    ['rate limit', '/docs/limits'],
    ['reconnect', '/docs/stream#resume'],
    ['close codes', '/docs/stream#close'],
    ['websocket', '/docs/stream'],
    ['split adjusted', '/docs/rest#adjust', '/faq#adjusted'],
    ['AAPL', '/docs/symbols', '/docs/quick-start', '/docs/rest/stock', '/docs/rest/stock#example'],
    ['python', '/docs/sdk'],
    ['RSI', '/docs/indicators', '/docs/rest#indicators'],
    ['403', '/docs/errors#status-403'],
    ['order book', '/docs/rest/stock#depth', '/docs/rest/crypto#depth'],
    ['resume', '/docs/stream#resume'],
    ['refund', '/faq#refund', '/docs/payments#credit'],
    ['delete account', '/faq#delete'],
    ['how to get api key', '/docs/quick-start#own-key', '/docs/authentication'],
    ['historical csv', '/docs/rest#formats', '/docs/rest#files', '/docs/quick-start#csv'],
    ['kType', '/docs/migrate/itick#intervals'],
    ['error 429', '/docs/errors#status-429'],
    ['invoice', '/faq#receipt'],
    ['限流', '/docs/limits', '/docs/limits#limits'],
    ['rate_limited', '/docs/errors#status-429', '/docs/limits#over'],
  ],
  'zh-CN': [
    ['限流', '/docs/limits'],
    ['断线重连', '/docs/stream#resume'],
    ['关闭码', '/docs/stream#close'],
    ['websocket', '/docs/stream'],
    ['前复权', '/docs/rest#adjust'],
    ['股票代码', '/docs/symbols'],
    ['python', '/docs/sdk'],
    ['RSI', '/docs/indicators', '/docs/rest#indicators'],
    ['403', '/docs/errors#status-403'],
    ['盘口', '/docs/rest/stock#depth', '/docs/rest/crypto#depth'],
    ['K线周期', '/docs/rest#intervals'],
    ['退款', '/faq#refund', '/docs/payments#credit'],
    ['如何注销账号', '/faq#delete'],
    ['怎么获取密钥', '/docs/quick-start#own-key', '/docs/authentication'],
    ['历史数据 csv', '/docs/rest#formats', '/docs/rest#files', '/docs/quick-start#csv'],
    ['密钥泄露', '/docs/authentication#leaked', '/faq#leaked'],
    ['429', '/docs/errors#status-429'],
    ['发票', '/faq#receipt'],
    ['优惠码', '/docs/payments#coupons'],
    ['时区', '/docs/rest#times', '/docs/rest#formats'],
  ],
  'zh-HK': [
    ['限額', '/docs/limits', '/docs/limits#over'],
    ['斷線重連', '/docs/stream#resume'],
    ['關閉代碼', '/docs/stream#close'],
    ['串流', '/docs/stream'],
    ['復權', '/docs/rest#adjust'],
    ['股票代號', '/docs/symbols'],
    ['python', '/docs/sdk'],
    ['RSI', '/docs/indicators', '/docs/rest#indicators'],
    ['403', '/docs/errors#status-403'],
    ['買賣盤', '/docs/rest/stock#depth', '/docs/rest/crypto#depth'],
    ['陰陽燭週期', '/docs/rest#intervals'],
    ['退款', '/faq#refund', '/docs/payments#credit'],
    ['點樣刪除帳戶', '/faq#delete'],
    ['申請密鑰', '/docs/quick-start#own-key', '/docs/authentication'],
    ['歷史數據 csv', '/docs/rest#formats', '/docs/rest#files', '/docs/quick-start#csv'],
    ['密鑰外洩', '/docs/authentication#leaked', '/faq#leaked'],
    ['429', '/docs/errors#status-429'],
    ['發票', '/faq#receipt'],
    ['優惠碼', '/docs/payments#coupons'],
    ['refund', '/faq#refund', '/docs/payments#credit'],
  ],
}

describe('the search of the documentation', () => {
  test.each(Object.entries(questions) as [Locale, [string, ...string[]][]][])(
    'at least eighteen of twenty questions of customers in %s have an acceptable first result',
    (locale, asked) => {
      const wrong = asked.flatMap(([query, ...right]) => {
        const [first = 'nothing'] = placesOf(locale, query)
        return right.includes(first) ? [] : [`${query} → ${first}`]
      })
      expect(asked).toHaveLength(20)
      expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(2)
    },
  )

  test('an operator’s search finds pages of the handbook, and a customer’s search does not', () => {
    for (const query of ['backup', 'prometheus', 'the books', 'payments', 'xpub'])
      for (const { path } of searchDocs('en-US', facts, query)) expect(path, query).toMatch(/^\/(docs\/|faq$)/)
    const [first] = searchDocs('en-US', facts, 'make a backup', 'operators')
    expect(first).toMatchObject({ path: '/operator/handbook/backup', id: 'create' })
  })

  test('a search finds a text of the operator as soon as it is stored, and not after its removal', () => {
    const own = { settings: testSettings({}), kept: new Map() }
    const found = () => [
      searchDocs('en-US', own, 'zebrafish').map(({ path }) => path),
      pagesOf(own, 'en-US', 'zebrafish').map(({ path }) => path),
    ]
    expect(found()).toEqual([[], []])
    const text = { title: 'Zebrafish', description: '', keywords: '', date: null, locale: 'en-US', body: '' } as const
    const texts = new Map<string, OwnText>()
    texts.set('en-US/docs/quick-start', { ...text, kind: 'docs', slug: 'quick-start' })
    texts.set('en-US/page/terms', { ...text, kind: 'page', slug: 'terms' })
    keepOwnTexts(own, texts)
    expect(found()).toEqual([['/docs/quick-start'], ['/terms']])
    keepOwnTexts(own, new Map())
    expect(found()).toEqual([[], []])
  })

  test('a search of the documentation uses the current brand, changelog and client packages', () => {
    const own = { settings: testSettings({}), kept: new Map() }
    const found = (query: string) => searchDocs('en-US', own, query).map(({ path }) => path)
    const queries = ['zebrafish', 'pufferfish', 'lanternfish']
    expect(queries.flatMap(found)).toEqual([])
    setBrand(own, makeBrand({ ...brandOf(own), securityEmail: 'zebrafish@brand.test' }, 1))
    expect(found('zebrafish')).toEqual(['/docs/security'])
    keepChangelog(own, [{ id: 1, day: '2026-11-23', texts: { 'en-US': 'Pufferfish' } } as never])
    expect(found('pufferfish')).toEqual(['/docs/changelog'])
    keepPackages(own, { slug: 'lanternfish', packages: [] })
    expect(found('lanternfish')).toContain('/docs/sdk')
  })

  test('a search for the beginning of a word finds the pages with that word', () => {
    expect(placesOf('en-US', 'subscri')).toContain('/docs/stream#subscribe')
    expect(placesOf('en-US', 'websock')[0]).toBe('/docs/stream')
  })

  test('an excerpt of a search result is cut between words and contains no markup', () => {
    for (const query of ['limit', 'token', 'seq'])
      for (const { before, after } of searchDocs('en-US', facts, query)) {
        expect(before).not.toMatch(/^…\w+[^\w\s]*$|[`*| ] [,.]/)
        if (after.endsWith('…')) expect(after).not.toMatch(/ …$|`/)
      }
    const [first] = searchDocs('zh-CN', facts, 'Retry-After')
    expect(`${first?.before}${first?.hit}${first?.after}`).not.toMatch(/[\w-] [，。]/)
  })

  test.each(['', '   ', 'qqqqxyz', '<>', '.*'])(
    'a search of the documentation for %j finds nothing and causes no error',
    (query) => {
      expect(searchDocs('en-US', facts, query)).toEqual([])
    },
  )
})
