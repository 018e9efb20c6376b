/**
 * The handbook for the people who run an installation, in reading order. Each page is a file
 * `content/<locale>/handbook/<slug>.md`, which the console shows.
 */
export const handbookSlugs: readonly string[] = [
  'operation',
  'settings',
  'backup',
  'monitoring',
  'runbook',
  'scale',
  'performance',
  'market-data',
  'sources',
  'push',
  'payments',
]

export function pathOfDocument(kind: 'docs' | 'handbook', slug: string): string {
  return kind === 'docs' ? `/docs/${slug}` : `/operator/handbook/${slug}`
}
