import { lockOwnAccount } from '#src/accounts/account/own-account.ts'
import { type Alert, type AlertFiring, alertsMax, type WantedAlert } from '#src/contract/account/alerts.ts'
import { refuse } from '#src/contract/errors.ts'
import { assetClasses } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import { planOf } from '#src/keys/key/key.ts'
import { keysOfAccount } from '#src/keys/keys.ts'
import { type Instrument, keyOf } from '#src/market/instruments/instrument.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { presentAlert, type StoredAlert } from './alert.ts'
import { tellChange } from './alert-news.ts'
import * as store from './alert-store.ts'

const missedDays = 7

export async function listAlerts(ctx: Platform, actor: AccountActor) {
  const { db } = ctx.postgres
  const now = ctx.clock.now()
  const alerts = await store.alertsOf(db, actor.accountId)
  return {
    alerts: alerts.map((alert) => presentAlert(alert, now)),
    max: await maxOf(ctx, actor.accountId),
    missed: await store.missedSince(db, now - missedDays * dayMs),
  }
}

export async function createAlert(ctx: Platform, actor: AccountActor, wanted: WantedAlert): Promise<Alert> {
  const instrument = await instrumentNamed(ctx, wanted.symbol)
  const { symbol: ticker, ...rest } = wanted
  const now = ctx.clock.now()
  const alert: StoredAlert = {
    ...{
      id: ctx.random.uuid(),
      accountId: actor.accountId,
      key: keyOf(instrument),
      ticker,
      createdAt: now,
      firedAt: null,
    },
    ...{ version: 1, state: 'waiting', restsUntil: null },
    ...contentOf(rest),
  }
  assertFuture(alert.expiresAt, now)
  await ctx.postgres.transaction(async (tx) => {
    await lockOwnAccount(tx, actor)
    const max = await maxOf(ctx, actor.accountId, tx)
    if ((await store.countAlerts(tx, actor.accountId)) >= max) throw refuse('alerts_full', { values: { max } })
    await store.insertAlert(tx, alert)
    await tellChange(ctx, tx, alert.id)
    await ctx.postgres.audit(tx, actor, 'price_alert.create', alert.id, { name: ticker })
  })
  return presentAlert(alert, now)
}

/** Begins from the start, as if it were new. */
export async function changeAlert(
  ctx: Platform,
  actor: AccountActor,
  { id, ...wanted }: Omit<WantedAlert, 'symbol'> & { id: string },
): Promise<Alert> {
  const now = ctx.clock.now()
  assertFuture(wanted.expiresAt, now)
  return ctx.postgres.transaction(async (tx) => {
    const before = await store.lockAlert(tx, actor.accountId, id)
    if (!before) throw refuse('not_found')
    const begun = { state: 'waiting', restsUntil: null, version: before.version + 1 } as const
    const alert = { ...before, ...contentOf(wanted), ...begun }
    await store.replaceAlert(tx, alert)
    await tellChange(ctx, tx, id)
    await ctx.postgres.audit(tx, actor, 'price_alert.change', id, { name: before.ticker })
    return presentAlert(alert, now)
  })
}

export async function removeAlert(ctx: Platform, actor: AccountActor, id: string): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    const before = await store.lockAlert(tx, actor.accountId, id)
    if (!before) throw refuse('not_found')
    await store.deleteAlert(tx, actor.accountId, id)
    await tellChange(ctx, tx, id)
    await ctx.postgres.audit(tx, actor, 'price_alert.remove', id, { name: before.ticker })
  })
}

export async function listFirings(ctx: Platform, actor: AccountActor): Promise<AlertFiring[]> {
  return store.firingsOf(ctx.postgres.db, actor.accountId)
}

function contentOf({ condition, note, pauseSeconds, expiresAt, mail, webhook }: Omit<WantedAlert, 'symbol'>) {
  return { condition, note, pauseSeconds, expiresAt, byMail: mail, byWebhook: webhook }
}

function assertFuture(expiresAt: number | null, now: number): void {
  if (expiresAt !== null && expiresAt <= now) throw refuse('invalid_parameter', { param: 'expiresAt' })
}

/** `NASDAQ:AAPL`, `crypto:BTCUSD`, or a code alone. */
async function instrumentNamed(ctx: Platform, symbol: string): Promise<Instrument> {
  const colon = symbol.indexOf(':')
  const prefix = symbol.slice(0, Math.max(colon, 0))
  const code = symbol.slice(colon + 1)
  const assetClass = assetClasses.find((name) => name === prefix.toLowerCase()) ?? null
  const exchange = assetClass === null && prefix !== '' ? prefix : null
  const found = await findInstrument(ctx, { class: assetClass, code, exchange })
  if (!found) throw refuse('unknown_symbol', { param: 'symbol' })
  return found
}

async function maxOf(ctx: Platform, accountId: string, tx?: Tx): Promise<number> {
  const now = ctx.clock.now()
  const keys = (await keysOfAccount(ctx, accountId, tx)).filter(({ expiresAt }) => expiresAt > now)
  const catalogue = catalogueOf(ctx)
  return keys.some((key) => planOf(catalogue, key).tier !== 'free') ? alertsMax.paid : alertsMax.free
}
