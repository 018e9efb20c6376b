import { type Locale, locales } from '#src/contract/locale.ts'

/**
 * `npm run journeys`: every language, theme and width. `npm test` uses one of each, since other tests check the words
 * of each language.
 */
export const isWhole = process.env.JOURNEYS === 'all'

export const testedLocales: readonly Locale[] = isWhole ? locales : ['en-US']
export const testedThemes: readonly ('light' | 'dark')[] = isWhole ? ['light', 'dark'] : ['light']

/** The themes in which the page at place `turn` of a list is tested. */
export const themesAt = (turn: number): typeof testedThemes =>
  isWhole ? testedThemes : [turn % 2 === 0 ? 'light' : 'dark']
