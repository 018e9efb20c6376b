import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Change } from './icons.tsx'

test.each([
  [1.234, '+1.23%'],
  [-0.5, '−0.50%'],
  [0, '0.00%'],
  [-0.004, '0.00%'],
])('a price change of %d percent is shown as %s', (percent, shown) => {
  expect(renderToStaticMarkup(<Change percent={percent} />).replaceAll(/<[^>]+>/g, '')).toBe(shown)
})
