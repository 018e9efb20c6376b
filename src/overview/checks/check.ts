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
}

/**
 * `total`: the number of all, where `needs` holds only the oldest. `facts`: details of a check
 * that found nothing wrong. `nothing`: there is nothing yet that could be verified.
 */
export type Seen = { needs: readonly Omit<Need, 'check'>[]; total?: number; facts?: Facts; nothing?: boolean }

/**
 * A check for one kind of problem. `verb` opens the page that has its acts; others do not see the check. `page` lists
 * everything of this kind. `run` returns null when the check is not possible on this installation.
 */
export type CheckRule = {
  name: CheckName
  verb: StaffVerb
  section: string
  page: string | null
  run(round: Round): Promise<Seen | null>
}

/** The maximum number of listed entries of one kind. */
export const listedMax = 20
