import { beforeAll, expect, test } from 'vitest'
import { locales } from '#src/contract/locale.ts'
import { type SharedProduct, sharedProduct } from '#test/fixtures/shared-product.ts'
import { siteAddresses } from '#test/fixtures/site-paths.ts'

let product: SharedProduct
beforeAll(async () => {
  product = await sharedProduct()
})

async function answerOf(path: string, method: string): Promise<string> {
  const headers = { 'accept-language': 'zh-CN,zh;q=0.9' }
  const answer = await fetch(product.site + path, { method, redirect: 'manual', headers })
  await answer.arrayBuffer()
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '-'
  const location = answer.headers.get('location')?.replace(product.site, '')
  return `${path} ${answer.status} ${location ?? type}`
}

const atOnce = 8
const pathOf = (line: string) => line.split(' ')[0] ?? ''

test.each(locales)(
  'every recorded address of the site in %s has its recorded status and its redirect or content type',
  async (locale) => {
    const expected = siteAddresses.map((line) => line.replaceAll('{locale}', locale))
    const answers: string[] = []
    for (let at = 0; at < expected.length; at += atOnce)
      answers.push(...(await Promise.all(expected.slice(at, at + atOnce).map((line) => answerOf(pathOf(line), 'GET')))))
    expect(answers).toEqual(expected)
  },
)

test('a POST request for a redirect or a text file of the site is refused with 405 and an Allow header', async () => {
  for (const path of ['/pricing', '/en-US/stocks', '/sitemap.xml', '/en-US/docs/quick-start.md', '/zh-TW/pricing']) {
    const answer = await fetch(product.site + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: product.site },
    })
    expect([answer.status, answer.headers.get('allow')], path).toEqual([405, 'GET, HEAD'])
  }
})

test('text files and pages answer HEAD with status 200 and a text type', async () => {
  for (const path of ['/llms.txt', '/en-US/pricing', '/en-US/pricing?x=1', '/en-US/docs/quick-start.md'])
    expect(await answerOf(path, 'HEAD')).toMatch(/ 200 text\//)
})
