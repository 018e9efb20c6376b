import type { Locale } from '#src/contract/locale.ts'
import type { Check, Need, Needs } from '#src/contract/operator/now.ts'
import { checkNames } from '#src/contract/operator/now.ts'
import { hasDraft } from '#src/plans/editions/editions.ts'
import type { Actor } from '#src/platform/actor.ts'
import { sharedFigures } from '#src/platform/figures/process-figures.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { readStaffAccess } from '#src/staff/staff.ts'
import { type CheckRule, listedMax, type Round, type Seen } from './checks/check.ts'
import { customerChecks } from './checks/customer-checks.ts'
import { machineChecks } from './checks/machine-checks.ts'
import { paymentChecks } from './checks/payment-checks.ts'

const rules: readonly CheckRule[] = [...paymentChecks, ...customerChecks, ...machineChecks]

const tones: readonly Need['tone'][] = ['bad', 'warn', 'none']

/**
 * The tasks that need a person, as far as the actor may open their pages: worst first, then by kind and age. Plans are
 * named in `locale`.
 */
export async function readNeeds(ctx: Platform, actor: Actor, locale: Locale): Promise<Needs> {
  await requireStaff(ctx, actor, 'now.read')
  const { verbs } = await readStaffAccess(ctx, actor)
  const round: Round = { ctx, actor, locale, now: ctx.clock.now(), figures: await sharedFigures(ctx) }
  const reached = checkNames.flatMap((name) => rules.filter((rule) => rule.name === name && verbs.includes(rule.verb)))
  const results = await Promise.all(reached.map((rule) => runCheck(rule, round)))
  const needs = results.flatMap(({ needs }) => needs)
  needs.sort((a, b) => tones.indexOf(a.tone) - tones.indexOf(b.tone))
  const checks = results.map(({ check }) => check)
  return {
    ...{ at: round.now, needs, total: checks.reduce((sum, { count }) => sum + count, 0), checks },
    hasDraft: verbs.includes('plans.read') && (await hasDraft(ctx, actor)),
  }
}

async function runCheck(rule: CheckRule, round: Round): Promise<{ needs: Need[]; check: Check }> {
  const { name, section, page } = rule
  const seen = await rule.run(round).catch((cause: unknown): Seen | null => {
    round.ctx.log.warn('a check of the overview failed; it is shown as unknown', { check: name, cause })
    return null
  })
  const common = { name, section, page }
  if (!seen) return { needs: [], check: { ...common, state: 'unknown', count: 0, oldestAt: null, facts: {} } }
  const needs = seen.needs
    .map((one) => ({ ...one, check: name }))
    .sort((a, b) => (a.since ?? round.now) - (b.since ?? round.now))
  const count = seen.total ?? needs.length
  const state = count > 0 ? 'needs' : seen.nothing ? 'nothing' : 'fine'
  const oldestAt = needs[0]?.since ?? null
  return { needs: needs.slice(0, listedMax), check: { ...common, state, count, oldestAt, facts: seen.facts ?? {} } }
}
