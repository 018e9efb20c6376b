import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentColours, contrast, defaultAccent, surfaces } from './accent.ts'

test('the colours of the default accent are those of the style sheet', () => {
  expect(accentColours(defaultAccent)).toMatchObject({
    light: { accent: '#ffb31a', text: '#14161a' },
    dark: { accent: '#ffb31a', text: '#14161a' },
  })
})

test('black on white has the greatest contrast', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
})

test.each([
  ['dark green', '#0b5d3b', '#ffffff'],
  ['blue', '#1155cc', '#ffffff'],
  ['light blue', '#7cc4ff', '#14161a'],
  ['orange', '#f26a1b', '#14161a'],
])('texts on %s are %s', (_, accent, text) => {
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

test('every accepted accent carries readable text and stands out on dark pages', () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(hex, (accent) => {
      const colours = accentColours(accent)
      if (typeof colours === 'string') return
      for (const { accent: fill, text } of [colours.light, colours.dark])
        expect(contrast(fill, text)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colours.dark.accent, surfaces.darkRaised)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colours.light.wash, surfaces.ink)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colours.dark.wash, '#ecedef')).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
