import type { Locale } from '#src/contract/locale.ts'
import type { CheckName, Facts, Need } from '#src/contract/operator/now.ts'
import type { StaffVerb } from '#src/contract/staff/permissions.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Figures } from '#src/platform/figures/process-figures.ts'
import type { Platform } from '#src/platform/platform.ts'

/** The values that every check of one run receives. `figures`: the figures that the gateways share. */
export type Round = {
  ctx: Platform
  actor: Actor
  locale: Locale
  now: number
  figures: readonly Figures[]
  verbs: readonly StaffVerb[]
}

/** The path of a console page; null when the actor may not open it. */
export function pageFor({ verbs }: Pick<Round, 'verbs'>, verb: StaffVerb, page: string): string | null {
  return verbs.includes(verb) ? page : null
}

/** `facts`: details of a check that found nothing wrong. */
export type Seen = { needs: readonly Omit<Need, 'check'>[]; facts?: Facts }

/**
 * A check for one kind of problem, run for actors who may use `verb`. `run` returns null when the check is not
 * possible on this installation.
 */
export type CheckRule = { name: CheckName; verb: StaffVerb; run(round: Round): Promise<Seen | null> }

/** The maximum number of listed entries of one kind; the page of that kind lists all of them. */
export const listedMax = 20
