import type { SheetTable } from '#src/contract/account/sheet-links.ts'
import { isWorldwide } from '#src/contract/market.ts'
import { SecretForm } from '#src/platform/secrets/secret-form.ts'

/** An address whose response is one table. Its requests are booked on a key of the account. Times in ms. */
export type SheetLink = {
  id: string
  accountId: string
  keyId: string
  name: string
  tokenHash: string
  table: SheetTable
  madeBy: string | null
  createdAt: number
  revokedAt: number | null
  usedAt: number | null
  uses: number
}

/** The form of a link's token. The token is not a key: only the link's address accepts it. */
export const sheetToken = new SecretForm('tw_sheet_')

export const sheetRoot = '/sheet'

/** The REST call that returns a link's table. The caller chooses only the format. */
export function callOf(table: SheetTable, format: 'csv' | 'json'): { path: string; query: string } {
  const query = new URLSearchParams(isWorldwide(table.class) ? {} : { region: table.region })
  switch (table.kind) {
    case 'bars':
      query.set('code', table.code)
      if (table.exchange !== '') query.set('exchange', table.exchange)
      query.set('interval', table.interval)
      query.set('limit', String(table.rows))
      query.set('adjust', table.adjust)
      break
    case 'prices':
      query.set('codes', table.codes.join(','))
  }
  query.set('format', format)
  if (format === 'csv') query.set('csv', 'spreadsheet')
  return { path: `/${table.class}/${table.kind === 'bars' ? 'kline' : 'quotes'}`, query: query.toString() }
}
