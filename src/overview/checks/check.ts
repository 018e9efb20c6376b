import type { Locale } from '#src/contract/locale.ts'
import type { CheckName, Facts, Need } from '#src/contract/operator/now.ts'
import type { StaffVerb } from '#src/contract/staff/permissions.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Figures } from '#src/platform/figures/process-figures.ts'
import type { Platform } from '#src/platform/platform.ts'

/** The values for all checks of one run. `figures`: the figures that the gateways share. */
export type Round = {
  ctx: Platform
  actor: Actor
  locale: Locale
  now: number
  figures: readonly Figures[]
}

/**
 * `total`: the number of all tasks if `needs` has only the oldest tasks. `facts`: details of a check without a fault.
 * `nothing`: there is nothing to verify yet.
 */
export type Seen = { needs: readonly Omit<Need, 'check'>[]; total?: number; facts?: Facts; nothing?: boolean }

/**
 * A check for one kind of problem. `verb`: the permission for the page where a person can act; without it the check is
 * not shown. `page` lists all entries of this kind. `run` returns null if the check is impossible on this installation.
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
