import type { ListedAnnouncement } from '#src/contract/operator/content/content.ts'

/**
 * The readers of an announcement as one choice of a form: `everybody` (visitors without an account, too), `all`,
 * `customers`, or `plan:<id>`. The command line accepts several plans.
 */
export function audienceOf(readers: string): { audience: string; public?: boolean; plans?: string[] } {
  if (readers === 'everybody') return { audience: 'all', public: true }
  if (readers.startsWith('plan:')) return { audience: 'plan', plans: [readers.slice('plan:'.length)] }
  return { audience: readers }
}

export function readersOf({ audience, isPublic }: ListedAnnouncement): 'everybody' | 'all' | 'customers' | 'plan' {
  return isPublic ? 'everybody' : audience
}
