/** What a file can hold. */
export const importKinds = [
  'bars',
  'ticks',
  'symbols',
  'aliases',
  'factors',
  'company',
  'fundamentals',
  'splits',
  'dividends',
  'ipos',
] as const
export type ImportKind = (typeof importKinds)[number]
