import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { qrPath } from './qr-path.server.ts'

test('the path of a QR code covers its dark modules and no others', () => {
  const text = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC'
  const { data, size } = encode(text, { border: 2, ecc: 'M' })
  const covered = data.map((row) => row.map(() => false))
  const code = qrPath(text)
  for (const [, x, y, width] of code.d.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    covered[Number(y)]?.fill(true, Number(x), Number(x) + Number(width))
  expect(covered).toEqual(data)
  expect(code.d.replaceAll(/M\d+ \d+h(\d+)v1h-\1z/g, '')).toBe('')
  expect(code.size).toBe(size)
})
