import type { Locale } from '#src/contract/locale.ts'
import { currency, formatMicro } from '#src/contract/money.ts'
import enUS from '#src/locales/en-US/billing.ts'
import { loadWords } from '#src/locales/load-words.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { csvFile } from '#src/platform/text/csv.ts'
import { creditHistory } from '../order/ledger-store.ts'

const words = await loadWords('billing', enUS)
const columns = 'time,kind,entry,amount,balance,currency,order,network,transaction,note'

/** The credit history as CSV, newest first, with a byte order mark, by which spreadsheets recognise UTF-8. */
export async function creditCsv(ctx: Platform, { accountId }: AccountActor, locale: Locale): Promise<string> {
  const entries = await creditHistory(ctx.postgres.db, accountId, { before: null, limit: null })
  const { kinds } = words[locale]
  const rows = entries.map(({ at, kind, micro, balance, orderNo, network, txHash, note }) => [
    ...[new Date(at).toISOString(), kind, kinds[kind], formatMicro(micro), formatMicro(balance), currency],
    ...[orderNo, network, txHash, note],
  ])
  return `\ufeff${csvFile(columns, rows)}`
}
