import type { Micro } from '#src/contract/money.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import * as store from './daily-money-store.ts'

/** Today (UTC): revenue, and the numbers of completed and opened orders. */
export type MoneyToday = { revenue: Micro; paid: number; orders: number }

export async function moneyToday(ctx: Platform, actor: Actor): Promise<MoneyToday> {
  await requireStaff(ctx, actor, 'payments.figures')
  const { db } = ctx.postgres
  const from = Math.floor(ctx.clock.now() / dayMs) * dayMs
  const today = { from, to: from + dayMs }
  const revenue = await store.revenueByDay(db, today)
  const { opened, completed } = await store.ordersOf(db, today)
  return { revenue: revenue.get(isoDay(from)) ?? 0n, paid: completed, orders: opened }
}

/**
 * Money by UTC day (`2026-11-23`); the last day is today. `credit`: the debt to customers at the end of each day, which
 * is free credit and credit held by refund requests. `customers`: the number of customers who have free credit now.
 * `held`: the credit that refund requests hold now. In micro-USDT.
 */
export type MoneyByDay = { revenue: Micro[]; credit: Micro[]; customers: number; held: Micro }

export async function moneyByDay(ctx: Platform, actor: Actor, days: readonly string[]): Promise<MoneyByDay> {
  await requireStaff(ctx, actor, 'payments.figures')
  const { db } = ctx.postgres
  const [first = isoDay(ctx.clock.now())] = days
  const span = { from: Date.parse(first), to: ctx.clock.now() + 1 }
  const [revenue, changes, { free, customers, held }] = await Promise.all([
    store.revenueByDay(db, span),
    store.creditChanges(db, span),
    store.creditNow(db),
  ])
  const credit: Micro[] = []
  let owed = free + held
  for (const day of days.toReversed()) {
    credit.unshift(owed)
    owed -= changes.get(day) ?? 0n
  }
  return { revenue: days.map((day) => revenue.get(day) ?? 0n), credit, customers, held }
}

function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
