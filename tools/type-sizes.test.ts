import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * The `font` and `font-size` declarations of a style file with a literal size instead of a token of
 * `styles/colours.css`.
 */
function ownSizes(css: string): string[] {
  const sizes = css.match(/\bfont(-size)?:[^;}]*/g) ?? []
  return sizes.filter((one) => /[\d.](px|em|rem|%|pt|vw)/.test(one.replace(/\/\s*[\d.]+px/, '')))
}

test('the check of style sheets finds a font size that is not a named size', () => {
  expect(ownSizes('a { font-size: 13px } b { font: 500 12.5px / 16px var(--mono) } c { font-size: 80% }')).toHaveLength(
    3,
  )
  expect(ownSizes('a { font: 500 var(--text-12) / 16px var(--mono); line-height: 1.5em } b { font: inherit }')).toEqual(
    [],
  )
})

test('style sheets outside the chart use only named font sizes', () => {
  const files = globSync('src/site/**/*.css').filter((file) => !/site\/chart\/|styles\/fonts\.css$/.test(file))
  expect(files.length).toBeGreaterThan(40)
  expect(files.flatMap((file) => ownSizes(readFileSync(file, 'utf8')).map((size) => `${file}: ${size}`))).toEqual([])
})
