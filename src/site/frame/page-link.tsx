import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { useLocale } from 'use-intl'

/** A link to a page of ours in the reader's language: `to="/pricing"`, `to="/#pricing"`. */
export function PageLink({ to, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  const locale = useLocale()
  return <Link {...rest} to={inLanguage(locale, to)} />
}

/** `/pricing` → `/en-US/pricing`, `/` → `/en-US`. */
export function inLanguage(locale: string, path: string): string {
  return `/${locale}${path.replace(/^\/(?=$|[#?])/, '')}`
}
