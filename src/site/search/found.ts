import type { TeamRole } from '#src/contract/team/team-role.ts'

/** `roles`: the team roles that see a page of the account; absent: every role. */
export type FoundPage = {
  path: string
  title: string
  text: string
  kind: 'page' | 'product' | 'article' | 'account'
  roles?: readonly TeamRole[]
}
/** A section of the documentation; `path` includes its anchor. */
export type FoundDoc = { path: string; title: string; text: string; page: string }

/** The site's results of a search. Each list begins with the best matches. */
export type SiteAnswer = { docs: FoundDoc[]; pages: readonly FoundPage[] }
