/** The rows of the privacy page's table. The text of each row is in `locales/…/privacy.ts`. */
export const dataClasses = [
  'account',
  'password',
  'codes',
  'sessions',
  'factors',
  'providers',
  'keys',
  'usage',
  'layouts',
  'alerts',
  'orders',
  'messages',
  'mails',
  'log',
  'counters',
  'serverLog',
] as const
export type DataClass = (typeof dataClasses)[number]
