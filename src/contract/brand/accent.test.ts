import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentColours, contrast, defaultAccent, mix, surfaces } from './accent.ts'
import { toOklch } from './oklch.ts'
import { wordmarkHeight } from './wordmark.ts'

/** The largest share of the accent that `color-mix` in the style sheets puts behind texts. */
const strongestTint = 0.45

test('the default accent is the same on light and dark pages, and texts on the accent have the dark ink colour', () => {
  expect(accentColours(defaultAccent)).toMatchObject({
    light: { accent: '#ffb31a', text: '#14161a' },
    dark: { accent: '#ffb31a', text: '#14161a' },
  })
})

test('black on white has a contrast of 21', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
})

test.each([
  ['dark green', '#0b5d3b', '#ffffff'],
  ['blue', '#1155cc', '#ffffff'],
  ['light blue', '#7cc4ff', '#14161a'],
  ['orange', '#f26a1b', '#14161a'],
])('texts on an accent of %s (%s) have the colour %s', (_, accent, text) => {
  expect(accentColours(accent)).toMatchObject({ light: { accent, text } })
})

test.each([
  ['blue', 'not_a_colour'],
  ['#12345', 'not_a_colour'],
  ['#ffffff', 'too_pale'],
  ['#f4f0d8', 'too_pale'],
  ['#808080', 'no_text'],
])('the accent %s is refused: %s', (accent, fault) => {
  expect(accentColours(accent)).toBe(fault)
})

test.each([
  ['navy', '#0b1f4d'],
  ['dark green', '#0b3d2e'],
  ['wine', '#6d0f2a'],
  ['violet', '#3b1a78'],
])('the dark accent %s keeps its hue on dark pages and in its tints, and does not turn grey', (_, accent) => {
  const colours = accentColours(accent)
  if (typeof colours === 'string') throw new Error(colours)
  const own = toOklch(accent)
  for (const colour of [colours.dark.accent, colours.light.wash, colours.dark.wash]) {
    const { c, h } = toOklch(colour)
    const turned = Math.abs(((h - own.h + 3 * Math.PI) % (2 * Math.PI)) - Math.PI)
    expect([colour, turned < 0.25, c >= 0.015]).toEqual([colour, true, true])
  }
  expect(toOklch(colours.dark.accent).c).toBeGreaterThanOrEqual(own.c)
})

test('for every accepted accent, texts on the accent and on its tints have a contrast of at least 4.5', () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(hex, (accent) => {
      const colours = accentColours(accent)
      if (typeof colours === 'string') return
      for (const { accent: fill, text } of [colours.light, colours.dark])
        expect(contrast(fill, text)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colours.dark.accent, surfaces.darkRaised)).toBeGreaterThanOrEqual(4.5)
      const [light, dark] = [surfaces.paper, surfaces.darkPaper]
      for (const ground of [colours.light.wash, mix(colours.light.accent, light, strongestTint)])
        expect(contrast(ground, surfaces.ink)).toBeGreaterThanOrEqual(4.5)
      for (const ground of [colours.dark.wash, mix(colours.dark.accent, dark, strongestTint)])
        expect(contrast(ground, '#ecedef')).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colours.light.wash, '#4d535c')).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colours.dark.wash, '#9aa1ac')).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

test.each([
  [1, 36],
  [4, 28],
  [7, 22],
])('a wordmark with the aspect ratio %s is %s px high if the usual height is 28 px', (ratio, height) => {
  expect(wordmarkHeight(ratio, 28)).toBe(height)
})
