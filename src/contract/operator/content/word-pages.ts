/**
 * Pages whose texts an operator can replace, by the name of their words in `src/locales`. `frame`: header, footer and
 * contact box of all pages.
 */
export const wordPages = [
  'home',
  'pricing',
  'products',
  'coverage',
  'contact',
  'blog',
  'faq',
  'status',
  'login',
  'notfound',
  'error',
  'frame',
] as const
export type WordPage = (typeof wordPages)[number]

/** The sections of the home page below its first screen, in their usual order. */
export const homeSections = ['product', 'about', 'app', 'achievement', 'pricing', 'questions'] as const
export type HomeSection = (typeof homeSections)[number]
