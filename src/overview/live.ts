import { moneyToday } from '#src/billing/accounting/daily-money.ts'
import { formatMicro } from '#src/contract/money.ts'
import type { Live } from '#src/contract/operator/now.ts'
import type { Actor } from '#src/platform/actor.ts'
import { type Figures, sharedFigures } from '#src/platform/figures/process-figures.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { readStaffAccess } from '#src/staff/staff.ts'
import { countSocketOwners } from '#src/usage/sockets.ts'
import { tapeClasses } from './checks/tape.ts'

export async function readLive(ctx: Platform, actor: Actor): Promise<Live> {
  await requireStaff(ctx, actor, 'now.read')
  const { verbs } = await readStaffAccess(ctx, actor)
  const at = ctx.clock.now()
  const figures = await sharedFigures(ctx)
  const accounts = await countSocketOwners(ctx)
  return {
    at,
    traffic: figures.length === 0 ? null : { ...trafficOf(figures), accounts },
    tape: figures.length === 0 ? null : tapeClasses(ctx, figures, at),
    money: verbs.includes('payments.figures') ? await presentMoney(ctx, actor) : null,
  }
}

function trafficOf(figures: readonly Figures[]) {
  const sum = (name: string) => figures.reduce((total, one) => total + (one[name] ?? 0), 0)
  const slowest = (name: string) => {
    const known = figures.flatMap((one) => one[name] ?? [])
    return known.length === 0 ? null : Math.max(...known)
  }
  return {
    answered: sum('answered'),
    refused: sum('refused'),
    delivered: sum('delivered'),
    sockets: sum('sockets'),
    p50: slowest('p50'),
    p95: slowest('p95'),
    p99: slowest('p99'),
  }
}

async function presentMoney(ctx: Platform, actor: Actor): Promise<Live['money']> {
  const { revenue, paid, orders } = await moneyToday(ctx, actor)
  return { revenue: formatMicro(revenue), paid, orders }
}
