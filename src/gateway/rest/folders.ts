/**
 * Groups of calls in the OpenAPI document and the Postman collection, by the start of the path. The first match counts.
 */
export const folders = [
  { begins: '/{class}/', name: 'Prices', description: 'Bars, trades, quotes, order books and indicators of one class' },
  { begins: '/symbol/', name: 'Instruments', description: 'Instruments, their hours and holidays' },
  { begins: '/stock/', name: 'Companies', description: 'Companies, their figures and corporate actions' },
  { begins: '/calendar/', name: 'Calendars', description: 'Coming splits, dividends, listings and earnings' },
  { begins: '/udf/', name: 'TradingView', description: 'The data feed of TradingView charts' },
  {
    begins: '/',
    name: 'Markets, account, files',
    description: 'State of markets, limits of a key, files of whole days',
  },
] as const

export function folderOf(path: string): string {
  return folders.find(({ begins }) => path.startsWith(begins))?.name ?? folders[5].name
}
