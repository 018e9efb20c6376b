import type { Locale } from '#src/contract/locale.ts'
import type { CheckName, Facts, Need } from '#src/contract/operator/now.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Figures } from '#src/platform/figures/process-figures.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { StaffVerb } from '#src/staff/permissions.ts'

/** What a check is given; `figures` are those that the gateways share. */
export type Round = {
  ctx: Platform
  actor: Actor
  locale: Locale
  now: number
  figures: readonly Figures[]
  /** What the actor may use. */
  verbs: readonly StaffVerb[]
}

/** A page of the console, for those who may open it. */
export function pageFor({ verbs }: Pick<Round, 'verbs'>, verb: StaffVerb, page: string): string | null {
  return verbs.includes(verb) ? page : null
}

/** `facts`: of a check that found nothing wrong. */
export type Seen = { needs: readonly Omit<Need, 'check'>[]; facts?: Facts }

/** One kind of thing that may need a person, for those who may use `verb`. Null: this installation cannot know. */
export type CheckRule = { name: CheckName; verb: StaffVerb; run(round: Round): Promise<Seen | null> }

/** At most this many of one kind are listed; the page of the kind has all. */
export const listedMax = 20
