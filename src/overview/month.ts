import { signUpsByDay } from '#src/accounts/facts.ts'
import { moneyByDay } from '#src/billing/accounting/daily-money.ts'
import { formatMicro } from '#src/contract/money.ts'
import type { Month } from '#src/contract/operator/now.ts'
import { dayMs } from '#src/contract/time.ts'
import { payingDays } from '#src/keys/paying.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { readStaffAccess } from '#src/staff/staff.ts'

const monthDays = 30

/**
 * The last thirty UTC days, including today. The number of paying customers is null for a day on which it was not
 * counted.
 */
export async function readMonth(ctx: Platform, actor: Actor): Promise<Month> {
  await requireStaff(ctx, actor, 'now.read')
  const { verbs } = await readStaffAccess(ctx, actor)
  const today = Math.floor(ctx.clock.now() / dayMs) * dayMs
  const first = today - (monthDays - 1) * dayMs
  const days = Array.from({ length: monthDays }, (_, at) => new Date(first + at * dayMs).toISOString().slice(0, 10))
  const [signUps, paying, money] = await Promise.all([
    signUpsByDay(ctx, first),
    payingDays(ctx, days[0] ?? ''),
    verbs.includes('payments.figures') ? moneyByDay(ctx, actor, days) : null,
  ])
  return {
    days,
    signUps: days.map((day) => signUps.get(day) ?? 0),
    paying: days.map((day) => paying.get(day) ?? null),
    revenue: money && {
      days: money.revenue.map(formatMicro),
      total: formatMicro(money.revenue.reduce((sum, micro) => sum + micro, 0n)),
    },
    credit: money && {
      days: money.credit.map(formatMicro),
      customers: money.customers,
      held: formatMicro(money.held),
    },
  }
}
