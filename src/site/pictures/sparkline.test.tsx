import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { known } from '../reads/read.ts'
import { drawSparkline } from '../showcase/drawings.server.ts'
import { Sparkline } from './sparkline.tsx'

test.each([100, 104, 120, 80])('a sparkline from 100 to 104 with a last price of %d stays inside its view', (last) => {
  const closes = [101, 103, 102, 101, 102, 103]
  const picture = known(drawSparkline(100, { closes, since: 0 }, 104))
  const svg = renderToStaticMarkup(<Sparkline picture={picture} quote={{ last, previousClose: 100 }} label="" />)
  const [, top = NaN, , height = NaN] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? '').split(' ').map(Number)
  const line = /d="(M[^"]+)" class="spark-line"/.exec(svg)?.[1] ?? ''
  const heights = [...line.matchAll(/,([-\d.]+)/g)].map(([, y]) => Number(y))
  expect(heights).toHaveLength(closes.length + 2)
  for (const y of heights) {
    expect(y).toBeGreaterThanOrEqual(top)
    expect(y).toBeLessThanOrEqual(top + height)
  }
})
