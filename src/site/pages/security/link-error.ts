import { withoutLocale } from '#src/contract/locale.ts'

const page = '/dashboard/security'
const known = { conflict: 'taken', provider_unverified: 'unverified' } as const

export type LinkError = (typeof known)[keyof typeof known] | 'failed'

/**
 * The path after the linking of a sign-in provider was refused: the page on which the attempt started. Only the page of
 * security settings gets the reason.
 */
export function linkRefusedAt(back: string, error: string): string {
  return withoutLocale(back) === page ? `${back}?link=${error}` : back
}

export function linkErrorOf(search: URLSearchParams): LinkError | null {
  const error = search.get('link')
  if (error === null) return null
  return error === 'conflict' || error === 'provider_unverified' ? known[error] : 'failed'
}
