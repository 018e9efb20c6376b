import { expect, test } from 'vitest'
import { canonicalPath, knownPaths } from './canonical-path.ts'

const known = knownPaths(['pricing', 'blogSingle', 'payment/:no', 'docs/*', 'products/stocks'])

test.each([
  ['/en-US', '/en-US'],
  ['/en-us/', '/en-US'],
  ['/ZH-hk/PRICING/', '/zh-HK/pricing'],
  ['/en-US/%70ricing', '/en-US/pricing'],
  ['/en-US/Products/Stocks', '/en-US/products/stocks'],
  ['/en-US/blogsingle', '/en-US/blogSingle'],
  ['/en-US/DOCS/Quick-Start', '/en-US/docs/quick-start'],
  ['/EN-US/payment/AbC', '/en-US/payment/AbC'],
  ['/en-US/Private', '/en-US/Private'],
  ['/en-US/%e8%a1%8c', '/en-US/%E8%A1%8C'],
  ['/pricing', null],
  ['/', null],
  ['/xx-YY/pricing', null],
])('the canonical path of %s is %s', (path, canonical) => {
  expect(canonicalPath(path, known)).toBe(canonical)
})
