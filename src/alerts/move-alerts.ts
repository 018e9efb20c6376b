import { channelOf, type InstrumentId } from '#src/contract/market.ts'
import { keyOf } from '#src/market/instruments/instrument.ts'
import { heirOfListing, symbolOf, unlisted } from '#src/market/merge/heirs.ts'
import type { Platform } from '#src/platform/platform.ts'
import { notifyAlertChange } from './alert-changes.ts'
import * as store from './alert-store.ts'

/** Moves alerts whose instrument was merged into another instrument or has a new code. The alerts keep their state. */
export async function moveAlerts(ctx: Platform): Promise<void> {
  const subjects = await store.alertSubjects(ctx.postgres.db)
  const gone = new Set(await unlisted(ctx, [...new Set(subjects.map(symbolIn))]))
  for (const subject of subjects) {
    const symbol = symbolIn(subject)
    if (!gone.has(symbol)) continue
    const id = idOf(subject.key)
    const prefix = symbol.slice(0, symbol.indexOf(':'))
    const heir = await heirOfListing(ctx, { ...id, exchange: prefix.toLowerCase() === id.class ? null : prefix })
    if (!heir) continue
    const moved = { key: keyOf(heir), ticker: symbolOf(heir, subject.ticker) }
    if (moved.key === subject.key && moved.ticker === subject.ticker) continue
    await ctx.postgres.transaction(async (tx) => {
      for (const alert of await store.moveAlerts(tx, subject, moved)) await notifyAlertChange(ctx, tx, alert)
    })
  }
}

/** A bare code is qualified with the asset class of the key. */
function symbolIn({ key, ticker }: store.AlertSubject): string {
  if (ticker.includes(':')) return ticker
  const { class: assetClass, code } = idOf(key)
  return `${assetClass}:${code}`
}

function idOf(key: string): InstrumentId {
  const end = key.lastIndexOf('$')
  return { class: channelOf(key), code: key.slice(key.indexOf(':') + 1, end), region: key.slice(end + 1) }
}
