import { lockOwnAccount } from '#src/accounts/account/own-account.ts'
import { type Alert, type AlertFiring, alertsMax, type WantedAlert } from '#src/contract/account/alerts.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { dayMs } from '#src/contract/time.ts'
import { livePlans } from '#src/keys/check/live-plans.ts'
import { type Instrument, keyOf } from '#src/market/instruments/instrument.ts'
import { findInstrument, queryOfTicker } from '#src/market/instruments/instruments.ts'
import type { Plan } from '#src/plans/plan.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { presentAlert, type StoredAlert } from './alert.ts'
import { notifyAlertChange } from './alert-changes.ts'
import * as store from './alert-store.ts'
import { assertAllowed, pausedBy } from './plan-check.ts'

const missedDays = 7

export async function listAlerts(ctx: Platform, actor: AccountActor) {
  const { db } = ctx.postgres
  const now = ctx.clock.now()
  const alerts = await store.alertsOf(db, actor.accountId)
  const plans = await plansOf(ctx, actor)
  return {
    accountId: actor.accountId,
    alerts: alerts.map((alert) => presentAlert(alert, now, pausedBy(plans, alert))),
    max: maxOf(plans),
    missed: await store.missedSince(db, now - missedDays * dayMs),
  }
}

export async function createAlert(
  ctx: Platform,
  actor: AccountActor,
  wanted: WantedAlert,
  locale: Locale,
): Promise<Alert> {
  const instrument = await instrumentNamed(ctx, wanted.symbol)
  const { symbol: _, ...rest } = wanted
  // Stores the ticker in the chart's form, whatever the customer typed.
  const ticker = `${instrument.exchange || instrument.class}:${instrument.code}`.toUpperCase()
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
    const plans = await plansOf(ctx, actor, tx)
    assertAllowed(ctx, plans, alert, locale)
    const max = maxOf(plans)
    if ((await store.countAlerts(tx, actor.accountId)) >= max) throw refuse('alerts_full', { values: { max } })
    await store.insertAlert(tx, alert)
    await notifyAlertChange(ctx, tx, alert.id)
    await ctx.postgres.audit(tx, actor, 'price_alert.create', alert.id, { name: ticker })
  })
  return presentAlert(alert, now, null)
}

/** The changed alert starts in the state of a new alert. */
export async function changeAlert(
  ctx: Platform,
  actor: AccountActor,
  { id, ...wanted }: Omit<WantedAlert, 'symbol'> & { id: string },
  locale: Locale,
): Promise<Alert> {
  const now = ctx.clock.now()
  assertFuture(wanted.expiresAt, now)
  return ctx.postgres.transaction(async (tx) => {
    const before = await store.lockAlert(tx, actor.accountId, id)
    if (!before) throw refuse('not_found')
    const begun = { state: 'waiting', restsUntil: null, version: before.version + 1 } as const
    const alert = { ...before, ...contentOf(wanted), ...begun }
    assertAllowed(ctx, await plansOf(ctx, actor, tx), alert, locale)
    await store.replaceAlert(tx, alert)
    await notifyAlertChange(ctx, tx, id)
    await ctx.postgres.audit(tx, actor, 'price_alert.change', id, { name: before.ticker })
    return presentAlert(alert, now, null)
  })
}

export async function removeAlert(ctx: Platform, actor: AccountActor, id: string): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    const before = await store.lockAlert(tx, actor.accountId, id)
    if (!before) throw refuse('not_found')
    await store.deleteAlert(tx, actor.accountId, id)
    await notifyAlertChange(ctx, tx, id)
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

async function instrumentNamed(ctx: Platform, ticker: string): Promise<Instrument> {
  const found = await findInstrument(ctx, queryOfTicker(ticker))
  if (!found) throw refuse('unknown_symbol', { param: 'symbol' })
  return found
}

async function plansOf(ctx: Platform, { accountId }: AccountActor, tx?: Tx): Promise<readonly Plan[]> {
  return (await livePlans(ctx, tx ?? ctx.postgres.db, [accountId])).get(accountId) ?? []
}

function maxOf(plans: readonly Plan[]): number {
  return plans.some(({ tier }) => tier !== 'free') ? alertsMax.paid : alertsMax.free
}
